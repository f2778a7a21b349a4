package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Times reported by the gateway are clamped to what is possible for the call. */
class ReportedTimesTest {
  private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final Logger logger = (Logger) LoggerFactory.getLogger("eu.callorders.server.dial");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void open() {
    lines.list = new CopyOnWriteArrayList<>(); // other threads log meanwhile
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void close() {
    logger.detachAppender(lines);
    calls.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1000-01-01T00:00:00Z, 1000-01-01T00:00:00Z",
    "2999-01-01T00:00:00Z, 2999-01-01T00:00:00Z",
    "2999-01-01T00:00:00Z, 1000-01-01T00:00:00Z",
    "1000-01-01T00:00:00Z, 2999-01-01T00:00:00Z"
  })
  void areClampedToTheCall(Instant answeredAt, Instant endedAt) {
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_OUTCOME).place();
    Instant before = tenant.now();
    fixture.dialDue();
    UUID id = order.attempt();

    fixture.receive(
        new AttemptUpdate.EventReceived(new GatewayEvent.Answered(header(id, answeredAt))));
    fixture.receive(ended(id, Disposition.ANSWERED, answeredAt, endedAt));

    Attempt attempt = order.attempts().getLast().attempt();
    assertThat(attempt.startedAt()).isBetween(before, tenant.now());
    assertThat(attempt.answeredAt()).isBetween(attempt.startedAt(), tenant.now());
    assertThat(attempt.endedAt()).isBetween(attempt.answeredAt(), tenant.now());
    assertLogged();
  }

  /** The minimum gap counts from the end of the attempt. */
  @Test
  void doNotChangeTheGap() {
    for (String end : new String[] {"1000-01-01T00:00:00Z", "2999-01-01T00:00:00Z"}) {
      PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(2).gapOfHours(24).place();
      fixture.dialDue();
      Instant now = tenant.now();

      fixture.receive(ended(order.attempt(), Disposition.BUSY, null, Instant.parse(end)));

      assertThat(Instant.parse(order.view().path("next_attempt_at").asText()))
          .isBetween(now.plus(Duration.ofHours(23)), now.plus(Duration.ofDays(2)));
    }
    assertLogged();
  }

  @Test
  void ofTheFirstEventMayPrecedeIt() {
    ScriptedGateway losing = gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_OUTCOME).place();
    fixture.dialDue();
    Instant at = Instant.now();

    fixture.receive(ended(order.attempt(), Disposition.ANSWERED, at, at));

    Attempt attempt = order.attempts().getLast().attempt();
    assertThat(losing.placed).hasSize(1);
    assertThat(attempt.startedAt()).isBeforeOrEqualTo(attempt.answeredAt());
    assertThat(lines.list).noneMatch(ReportedTimesTest::isClampMessage);
  }

  @ParameterizedTest
  @CsvSource({
    "1000-01-01T00:00:00Z, 1000-01-01T00:00:00Z",
    "2999-01-01T00:00:00Z, 2999-01-01T00:00:00Z"
  })
  void ofLostCallsAreClamped(Instant at, Instant notAfter) {
    UUID lost = UUID.randomUUID();
    tenant.anOrder().forSubject("erika").toPhone(MagicLine.BUSY.number(7)).place();
    PhoneNumber phone = new PhoneNumber(MagicLine.BUSY.number(7));
    Facts facts = new Facts(UUID.randomUUID(), tenant.id(), phone, 1, notAfter, null);
    fixture.receive(
        new AttemptUpdate.EventReceived(new GatewayEvent.Accepted(header(lost, at), facts)),
        ended(lost, Disposition.BUSY, null, at));

    calls.processor.runOnce();

    assertThat(
            fixture.query(
                """
                SELECT FROM call_attempt
                 WHERE tenant_id = $1 AND ended_at >= started_at
                   AND started_at > now() - interval '400 days'
                   AND ended_at < now() + interval '400 days'
                   AND not_after < now() + interval '1 day'
                """,
                tenant.id()))
        .hasSize(1);
    assertLogged();
  }

  private void assertLogged() {
    assertThat(lines.list).anyMatch(ReportedTimesTest::isClampMessage);
  }

  private static boolean isClampMessage(ILoggingEvent line) {
    return line.getFormattedMessage().contains("reported time");
  }

  private GatewayEvent.Header header(UUID attempt, Instant at) {
    GatewayEvent.Header header = gateway.header(attempt);
    return new GatewayEvent.Header(
        header.eventId(), attempt, header.gatewayRef(), header.sequence(), at);
  }

  private AttemptUpdate ended(
      UUID attempt, Disposition disposition, @Nullable Instant answeredAt, Instant endedAt) {
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Ended(
            header(attempt, endedAt),
            disposition,
            Cause.NORMAL,
            answeredAt == null ? null : "agent",
            answeredAt,
            endedAt));
  }
}
