package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.dial.GatewayLogCheck.Bounds;
import eu.callorders.server.dial.GatewayLogCheck.Finding;
import eu.callorders.server.dial.LogObstacle.Kind;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Findings of {@code restore-check}, which writes nothing. */
@Tag("long")
class GatewayLogCheckTest {
  private static final String NAME = "tested";
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private static final Instant KNOWN_UNTIL = NOW.minus(Duration.ofHours(2));

  private final ScriptedGateway gateway = new ScriptedGateway().withLog();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final UUID deployment =
      fixture.query("SELECT id FROM era WHERE number = 0").getFirst().getUUID(0);

  @BeforeEach
  void storeCursor() {
    fixture.query(
        """
        INSERT INTO gateway_cursor (gateway, cursor, reader, leased_until, log_id)
        VALUES ($1, 'here', gen_random_uuid(), now(), 'ours')
        RETURNING gateway
        """,
        NAME);
  }

  @Test
  void countsUnknownCallsObjectionsAndOrders() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();
    UUID ofKnownOrder = AttemptIds.of(order.id(), 2);
    UUID ofGoneOrder = UUID.randomUUID();
    UUID foreign = UUID.randomUUID();
    page(accepted(order.attempt(), order.id(), deployment), objected(order.attempt()));
    page(accepted(ofKnownOrder, order.id(), deployment), objected(ofKnownOrder));
    page(accepted(ofGoneOrder, newOrder(), deployment));
    page(accepted(foreign, newOrder(), UUID.randomUUID()));

    assertThat(check()).isEqualTo(new Finding(null, true, 2, 1, 1, false));

    assertThat(gateway.cursors).startsWith("here", "next");
    assertThat(fixture.query("SELECT 1 FROM unknown_call")).isEmpty();
    assertThat(fixture.query("SELECT cursor FROM gateway_cursor").getFirst().getString(0))
        .isEqualTo("here");
    assertThat(gateway.eras).isEmpty();
  }

  @Test
  void ignoresOrdersOfKnownCalls() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();
    page(accepted(order.attempt(), newOrder(), deployment));

    assertThat(check()).isEqualTo(new Finding(null, true, 0, 0, 0, false));
  }

  @Test
  void reportsGatewayWithoutLog() {
    gateway.withoutLog();

    assertObstacle(Kind.NO_LOG, "has no log");
  }

  @Test
  void reportsUnresponsiveGateway() {
    gateway.capabilitiesUnknown(true);

    assertObstacle(Kind.UNREADABLE, "does not answer");
  }

  @Test
  void reportsGapFromRetention() {
    gateway.pages.add(
        new EventsResult.EventPage(List.of(), "next", "ours", KNOWN_UNTIL.plusSeconds(1)));

    assertObstacle(Kind.GAP, "a gap");
  }

  @Test
  void reportsGapFromExpiredCursor() {
    gateway.pages.add(new EventsResult.CursorExpired());

    assertObstacle(Kind.GAP, "a gap");
  }

  @Test
  void reportsReplacedLog() {
    gateway.pages.add(new EventsResult.EventPage(List.of(), "next", "theirs", null));
    assertObstacle(Kind.FOREIGN_LOG, "another one");

    gateway.pages.add(new EventsResult.CursorUnknown());
    assertObstacle(Kind.FOREIGN_LOG, "another one");
  }

  @Test
  void reportsUnreadableLog() {
    gateway.pages.add(new EventsResult.Unavailable("down"));

    assertObstacle(Kind.UNREADABLE, "cannot be read: down");
  }

  @Test
  void reportsOtherSystemFromRecentCalls() {
    page(accepted(UUID.randomUUID(), newOrder(), deployment, NOW.minusSeconds(5)));
    assertObstacle(Kind.OTHER_SYSTEM, "another system");

    page(accepted(UUID.randomUUID(), newOrder(), UUID.randomUUID(), NOW.minusSeconds(5)));
    assertThat(check().obstacle()).isNull();
  }

  @Test
  void ignoresKnownRecentCallsAfterWitnessedRestart() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();
    GatewayEvent known = accepted(order.attempt(), order.id(), deployment, NOW.minusSeconds(5));
    page(known);
    assertThat(check(bounds(100, Duration.ofMinutes(1)), false).obstacle().kind())
        .isEqualTo(Kind.OTHER_SYSTEM);

    page(known);
    assertThat(check(bounds(100, Duration.ofMinutes(1)), true).obstacle()).isNull();

    page(known, accepted(newOrder(), newOrder(), deployment, NOW.minusSeconds(5)));
    assertThat(check(bounds(100, Duration.ofMinutes(1)), true).obstacle().kind())
        .isEqualTo(Kind.OTHER_SYSTEM);
  }

  @Test
  void endsAtTheFirstPageAfterItsStart() {
    page(accepted(newOrder(), newOrder(), deployment));
    page(
        objected(newOrder()),
        accepted(newOrder(), newOrder(), UUID.randomUUID(), NOW.plus(Duration.ofMinutes(2))));
    gateway.pages.add(new EventsResult.CursorExpired());

    assertThat(check()).isEqualTo(new Finding(null, true, 2, 1, 1, false));
    assertThat(gateway.cursors).containsExactly("here", "next");
  }

  @Test
  void endsAtTheLimitOfUnknownCalls() {
    page(accepted(newOrder(), newOrder(), deployment));
    page(accepted(newOrder(), newOrder(), deployment));
    page(accepted(newOrder(), newOrder(), deployment));

    assertThat(check(bounds(2, Duration.ofMinutes(1))))
        .isEqualTo(new Finding(null, false, 2, 0, 2, false));
    assertThat(gateway.cursors).containsExactly("here", "next");
  }

  @Test
  void endsAtTheTimeLimit() {
    page(accepted(newOrder(), newOrder(), deployment));

    assertThat(check(bounds(2, Duration.ZERO))).isEqualTo(new Finding(null, false, 0, 0, 0, false));
    assertThat(gateway.cursors).isEmpty();
  }

  @Test
  void reportsIdleOtherSystemFromItsEra() {
    enableEras();
    eraRequestedAt(NOW.minusSeconds(3));
    eraRequestedAt(NOW.minusSeconds(3));
    eraRequestedAt(NOW.minusSeconds(2));

    Finding finding = check();

    assertThat(finding.obstacle().kind()).isEqualTo(Kind.OTHER_SYSTEM);
    assertThat(finding.obstacle().reason()).contains("another system is at work");
    assertThat(finding.seesNodes()).isTrue();
    assertThat(finding.complete()).isTrue();
    assertThat(gateway.eraQueries).containsOnly(deployment).hasSize(3);
    assertThat(gateway.eras).isEmpty();
  }

  @Test
  void otherSystemTakesPrecedenceOverGap() {
    enableEras();
    eraRequestedAt(NOW.minusSeconds(3));
    eraRequestedAt(NOW.minusSeconds(2));
    gateway.pages.add(new EventsResult.CursorExpired());

    assertObstacle(Kind.OTHER_SYSTEM, "another system");
  }

  @Test
  void recentCallsOfInactiveNodesAreNoObstacle() {
    enableEras();
    eraRequestedAt(NOW.minusSeconds(3));
    page(accepted(UUID.randomUUID(), newOrder(), deployment, NOW.minusSeconds(5)));

    assertThat(check()).isEqualTo(new Finding(null, true, 1, 0, 1, true));
  }

  @Test
  void recentCallsCountWhenTheEraIsUnknown() {
    enableEras();
    gateway.eraResults.add(new EraQueryResult.Unavailable("the gateway answered 404"));
    assertThat(check()).isEqualTo(new Finding(null, true, 0, 0, 0, false));

    page(accepted(UUID.randomUUID(), newOrder(), deployment, NOW.minusSeconds(5)));
    assertObstacle(Kind.OTHER_SYSTEM, "within the last minute");
  }

  private void enableEras() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
  }

  private void eraRequestedAt(Instant at) {
    gateway.eraResults.add(new EraQueryResult.Found(1, deployment, at));
  }

  private static Bounds bounds(int calls, Duration time) {
    return new Bounds(calls, time, new OtherSystemCheck.Polling(3, Duration.ZERO));
  }

  private Finding check() {
    return check(bounds(100, Duration.ofMinutes(1)));
  }

  private void assertObstacle(Kind kind, String why) {
    LogObstacle obstacle = check().obstacle();
    assertThat(obstacle.kind()).isEqualTo(kind);
    assertThat(obstacle.reason()).contains(why);
  }

  private Finding check(Bounds bounds) {
    return check(bounds, false);
  }

  private Finding check(Bounds bounds, boolean witnessed) {
    PgConnection connection =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.service()))
            .await();
    try {
      connection.query("SET app.worker = 'on'").execute().await();
      return new GatewayLogCheck(gateway, NAME, connection, NOW, bounds)
          .run(KNOWN_UNTIL, witnessed);
    } finally {
      connection.close().await();
    }
  }

  private void page(GatewayEvent... events) {
    gateway.pages.add(new EventsResult.EventPage(List.of(events), "next", "ours", null));
  }

  private GatewayEvent accepted(UUID attempt, UUID order, UUID of) {
    return accepted(attempt, order, of, NOW.minus(Duration.ofHours(1)));
  }

  private GatewayEvent accepted(UUID attempt, UUID order, UUID of, Instant at) {
    GatewayEvent.Header header = gateway.header(attempt);
    return new GatewayEvent.Accepted(
        new GatewayEvent.Header(
            header.eventId(), attempt, header.gatewayRef(), header.sequence(), at),
        new Facts(
            order,
            tenant.id(),
            new PhoneNumber(tenant.newPhone(MagicLine.BUSY)),
            1,
            at,
            new CallOrigin(of, UUID.randomUUID(), null)));
  }

  private GatewayEvent objected(UUID attempt) {
    return new GatewayEvent.Objection(gateway.header(attempt), "voice");
  }

  private UUID newOrder() {
    return UuidV7.at(NOW, fixture.random);
  }
}
