package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of two nodes with events of the same call. */
@Tag("long")
class GatewayEventRacesTest {
  private static final PlaceResult ACCEPTED = new PlaceResult.Accepted("by hand");
  private static final Map<String, Object> REPORT = Map.of("summary_code", "payment_promised");

  private final ScriptedGateway gateway = new ScriptedGateway().losingRequests();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void replyBeforeEnd() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(
            () -> fixture.receive(new AttemptUpdate.PlaceResultReceived(order.attempt(), ACCEPTED)),
            () -> other.receive(busy));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void replyAfterEnd() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(
            () -> other.receive(busy),
            () ->
                fixture.receive(new AttemptUpdate.PlaceResultReceived(order.attempt(), ACCEPTED)));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void lateRefusalDoesNotUndoCall() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate answered = gateway.answered(order.attempt());

    var race =
        race(
            () -> other.receive(answered),
            () ->
                fixture.receive(
                    new AttemptUpdate.PlaceResultReceived(
                        order.attempt(),
                        new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, null))));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(order.status()).isEqualTo("in_progress");
    assertThat(order.load().consecutiveRefusals()).isZero();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void endReceivedByBothNodesCountsOnce() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race = race(() -> fixture.receive(busy), () -> other.receive(busy));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void queryResultBeforeEvent() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    knowing(busy);
    order.silentFor(Duration.ZERO);
    fixture.reconciler.runOnce();

    var race = race(() -> fixture.inboxProcessor.runOnce(), () -> other.receive(busy));

    assertThat(gateway.queries).containsExactly(order.attempt());
    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void queryResultAfterEvent() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    knowing(busy);
    order.silentFor(Duration.ZERO);
    fixture.reconciler.runOnce();

    var race = race(() -> other.receive(busy), () -> fixture.inboxProcessor.runOnce());

    assertThat(gateway.queries).containsExactly(order.attempt());
    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void reportInTimeIsTheResult() throws Exception {
    PlacedOrder order = answeredAndEnded();

    var race =
        race(
            () -> other.receive(gateway.report(order.attempt(), REPORT)),
            () -> fixture.receive(new AttemptUpdate.ReportOverdue(order.attempt())));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(order.summary()).isEqualTo("payment_promised");
    assertCompletedOnce(order);
  }

  @Test
  void reportAfterDeadlineChangesNoResult() throws Exception {
    PlacedOrder order = answeredAndEnded();

    var race =
        race(
            () -> fixture.receive(new AttemptUpdate.ReportOverdue(order.attempt())),
            () -> other.receive(gateway.report(order.attempt(), REPORT)));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("report_overdue");
    assertCompletedOnce(order);
  }

  @Test
  void endBeforeLossCounts() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(
            () -> other.receive(busy),
            () -> fixture.receive(new AttemptUpdate.Lost(order.attempt())));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void endAfterLossIsIgnored() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(
            () -> fixture.receive(new AttemptUpdate.Lost(order.attempt())),
            () -> other.receive(busy));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(order.dispositions()).containsExactly("failed");
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertEndedOnce(order);
  }

  private Race<Void, Void> race(Runnable first, Runnable second) throws Exception {
    return fixture.race(() -> done(first), () -> done(second));
  }

  private static Void done(Runnable work) {
    work.run();
    return null;
  }

  private void knowing(AttemptUpdate update) {
    gateway.withQueryResult(
        new QueryResult.Found(
            "by hand", java.util.List.of(((AttemptUpdate.EventReceived) update).event())));
  }

  private PlacedOrder dialed() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    assertThat(order.status()).isEqualTo("dialing");
    return order;
  }

  private PlacedOrder answeredAndEnded() {
    PlacedOrder order = dialed();
    fixture.receive(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    assertThat(order.status()).isEqualTo("in_progress");
    return order;
  }

  private void assertBusyOnce(PlacedOrder order) {
    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertEndedOnce(order);
  }

  private void assertEndedOnce(PlacedOrder order) {
    assertThat(order.eventTypes())
        .containsExactly(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.dialing",
            "call.started",
            "call.ended",
            "call_order.completed");
    assertCounters(order);
  }

  private void assertCompletedOnce(PlacedOrder order) {
    assertThat(order.eventTypes())
        .containsExactly(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.dialing",
            "call.started",
            "call.answered",
            "call_order.in_progress",
            "call.ended",
            "call_order.completed",
            "promise.made");
    assertCounters(order);
  }

  private void assertCounters(PlacedOrder order) {
    assertThat(gateway.placed).hasSize(1);
    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }
}
