package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.Race;
import eu.callorders.server.auth.MasterKeyRing;
import io.vertx.sqlclient.Row;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recorded of calls that the gateway knows and a restored database does not. */
class LostCallsTest {
  private static final UUID CLAIM = UUID.randomUUID();

  private final HandGateway gateway = new HandGateway();
  private final DialHouse house = DialHouse.over(gateway);
  private final TestTenant tenant = house.tenant();
  private final CallContextCipher contexts =
      new CallContextCipher(MasterKeyRing.of(List.of(new byte[32]), new SecureRandom()));
  private final UUID deployment = UUID.randomUUID();
  private final UnknownCallProcessor processor = house.unknownCalls(contexts, deployment);

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void recordsTheAttemptOfAnOrderThatIsKnown() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(1).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(accepted(lost, order, null), busy(lost));

    processor.runOnce();

    assertThat(order.attempts()).extracting(attempt -> attempt.id()).containsExactly(lost);
    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(tenant.dials()).isEqualTo(1);
    assertThat(unknownCalls()).isEmpty();
    house.dialDue();
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void takesTheNextAttemptAfterTheGap() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(2).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(accepted(lost, order, null), busy(lost));

    processor.runOnce();
    house.dialDue();

    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void asksTheGatewayWhenTheLogHasNoEnd() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(1).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(accepted(lost, order, null));

    processor.runOnce();
    assertThat(order.status()).isEqualTo("dialing");
    house.reconciler.runOnce(); // all running attempts at the start

    assertThat(gateway.asked).containsExactly(lost);
    house.tell(busy(lost));
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void countsTheCallOfAGoneOrderAgainstThePerson() {
    String phone = tenant.newNumber(Line.BUSY);
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    house.tell(accepted(lost, goneOrder, phone, "erika"), busy(lost));

    processor.runOnce();
    house.dialDue();

    assertThat(attempts()).containsExactly("erika " + phone + " closed busy");
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(gateway.placed).isEmpty(); // the gap of the person
    assertThat(tenant.dials()).isEqualTo(1);
    assertThat(feedOf(goneOrder)).containsExactly("call.started", "call.ended");
  }

  @Test
  void keepsTheNumberBusyWhileTheCallOfAGoneOrderRuns() {
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    house.tell(accepted(lost, goneOrder, tenant.newNumber(Line.BUSY), "erika"));
    processor.runOnce();
    house.dialDue();
    assertThat(gateway.placed).isEmpty();

    house.tell(busy(lost)); // the attempt is known by now

    assertThat(attempts().getFirst()).endsWith("closed busy");
    assertThat(feedOf(goneOrder)).containsExactly("call.started", "call.ended");
    assertThat(other.ended()).isFalse();
  }

  @Test
  void countsItAgainstEachPersonWithTheNumberWhenNothingElseIsKnown() {
    String phone = tenant.newNumber(Line.BUSY);
    PlacedOrder ofErika = tenant.anOrder().of("erika").toNumber(phone).placed();
    tenant.anOrder().of("otto").toNumber(phone).placed();
    UUID lost = newId();
    house.tell(accepted(lost, newId(), phone, null), busy(lost));

    processor.runOnce();
    house.dialDue();

    assertThat(attempts())
        .containsExactlyInAnyOrder(
            "erika " + phone + " closed busy", "otto " + phone + " closed busy");
    assertThat(gateway.placed).isEmpty();
    assertThat(ofErika.ended()).isFalse();
    assertThat(unknownCalls()).isEmpty();
  }

  @Test
  void listsACallWhosePersonNothingTells() {
    UUID lost = newId();
    house.tell(accepted(lost, newId(), tenant.newNumber(Line.BUSY), null), busy(lost));

    processor.runOnce();

    assertThat(attempts()).isEmpty();
    assertThat(unknownCalls()).containsExactly(lost);
    assertThat(house.query("SELECT 1 FROM unknown_call WHERE NOT listed")).isEmpty();
  }

  @Test
  void makesAnEntryForNumberAndPersonOfAnObjectionInAGoneOrder() {
    String phone = tenant.newNumber(Line.BUSY);
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    house.tell(accepted(lost, goneOrder, phone, "erika"), gateway.objected(lost), spoken(lost));

    processor.runOnce();
    house.enforceSuppressions();

    assertThat(entries()).containsExactly(phone + " erika");
    assertThat(other.ended()).isTrue();
    assertThat(feed("suppression.created")).hasSize(1);
  }

  @Test
  void announcesTheEntryOfAnObjectionInAKnownOrderOnce() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(accepted(lost, order, null), gateway.objected(lost), spoken(lost));

    processor.runOnce();

    assertThat(entries()).hasSize(1);
    assertThat(feed("suppression.created")).hasSize(1);
    assertThat(order.attempts().getFirst().suppressionId()).isEqualTo(AttemptIds.ofObjection(lost));
  }

  @Test
  void erasesThePersonOfAnOpenOrderAgainWhoseCallWasForgotten() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(forgotten(lost, order.id()));

    processor.runOnce();
    house.dialDue();

    assertThat(order.ended()).isTrue();
    assertThat(gateway.placed).isEmpty();
    assertThat(house.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactly("erika");
    assertThat(unknownCalls()).isEmpty();
  }

  @Test
  void redactsAnOrderThatHasEndedWhoseCallWasForgotten() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(1).placed();
    house.dialDue();
    house.tell(busy(order.attempt()));
    UUID lost = AttemptIds.of(order.id(), 2);
    house.tell(forgotten(lost, order.id()));

    processor.runOnce();

    assertThat(Erasing.redacted(order)).isTrue();
    assertThat(house.query("SELECT 1 FROM erasure")).isEmpty();
  }

  @Test
  void redactsAnOrderThatHasEndedWhoseKnownCallWasForgotten() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(1).placed();
    house.dialDue();
    UUID known = order.attempt();
    house.tell(busy(known));

    house.tell(forgotten(known, order.id()), forgotten(known, order.id()));

    assertThat(Erasing.redacted(order)).isTrue();
    assertThat(attempts()).containsExactly("  closed busy");
  }

  @Test
  void recordsNothingOfAnotherDeployment() {
    UUID lost = newId();
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    CallOrigin foreign = new CallOrigin(UUID.randomUUID(), UUID.randomUUID(), null);
    house.tell(accepted(lost, order, foreign), busy(lost));

    processor.runOnce();

    assertThat(attempts()).isEmpty();
    assertThat(unknownCalls()).isEmpty();
    assertThat(order.ended()).isFalse();
  }

  @Test
  void erasesAttemptsOfGoneOrdersWithTheirPerson() {
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    house.tell(accepted(lost, goneOrder, tenant.newNumber(Line.BUSY), "erika"), busy(lost));
    processor.runOnce();
    Erasing erasing = new Erasing(house, tenant);

    erasing.request("erika");
    erasing.finish();

    assertThat(attempts()).containsExactly("  closed busy");
    assertThat(house.query("SELECT attempt_id FROM gateway_erasure"))
        .extracting(row -> row.getUUID(0))
        .containsExactly(lost);
  }

  @Test
  void recordsACallOnceThoughTwoNodesWorkOnIt() throws Exception {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(1).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(accepted(lost, order, null), busy(lost));
    UnknownCallProcessor other = house.unknownCalls(contexts, deployment);
    Race<?, ?> race =
        house.raceAt(
            "event",
            processor::runOnce,
            () -> {
              house.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
              return other.runOnce();
            });

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(order.attempts()).hasSize(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  private GatewayNews accepted(UUID attempt, PlacedOrder order, CallOrigin origin) {
    return placed(attempt, order.id(), phone(order), origin);
  }

  private GatewayNews accepted(UUID attempt, UUID order, String phone, String reference) {
    String context =
        reference == null ? null : contexts.encrypt(attempt, new CallContext(reference, CLAIM));
    return placed(attempt, order, phone, new CallOrigin(deployment, UUID.randomUUID(), context));
  }

  private GatewayNews placed(UUID attempt, UUID order, String phone, CallOrigin origin) {
    return new GatewayNews.Told(
        new GatewayEvent.Accepted(
            gateway.header(attempt),
            new GatewayEvent.Facts(
                order,
                tenant.id(),
                phone,
                1,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                origin)));
  }

  private GatewayNews busy(UUID attempt) {
    return gateway.ended(attempt, Disposition.BUSY, Cause.NORMAL);
  }

  private GatewayNews spoken(UUID attempt) {
    return gateway.ended(attempt, Disposition.ANSWERED, Cause.NORMAL);
  }

  private GatewayNews forgotten(UUID attempt, UUID order) {
    return new GatewayNews.Told(
        new GatewayEvent.Forgotten(gateway.header(attempt), order, tenant.id()));
  }

  private String phone(PlacedOrder order) {
    return house
        .query("SELECT phone FROM call_order_phone WHERE order_id = $1", order.id())
        .getFirst()
        .getString(0);
  }

  private List<String> attempts() {
    return house
        .query("SELECT subject_reference, phone, status, disposition FROM call_attempt")
        .stream()
        .map(
            row ->
                "%s %s %s %s"
                    .formatted(
                        row.getString(0), row.getString(1), row.getString(2), row.getString(3)))
        .toList();
  }

  private List<UUID> unknownCalls() {
    return house.query("SELECT attempt_id FROM unknown_call").stream()
        .map(row -> row.getUUID(0))
        .toList();
  }

  private List<String> entries() {
    return house.query("SELECT phone, subject_reference FROM suppression").stream()
        .map(row -> row.getString(0) + " " + row.getString(1))
        .toList();
  }

  private List<String> feedOf(UUID order) {
    return house
        .query(
            "SELECT envelope::json ->> 'type', envelope FROM event WHERE call_order_id = $1"
                + " ORDER BY xid, seq",
            order)
        .stream()
        .peek(row -> assertThat(row.getValue(1).toString()).contains(IdKind.ORDER.format(order)))
        .map(row -> row.getString(0))
        .toList();
  }

  private List<Row> feed(String type) {
    return house.query("SELECT 1 FROM event WHERE envelope::json ->> 'type' = $1", type);
  }

  private static UUID newId() {
    return UuidV7.at(Instant.now(), new Random());
  }
}
