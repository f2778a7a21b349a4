package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.Race;
import eu.callorders.server.Race.Meeting;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Races of two nodes with events of the same call. */
class GatewayEventRacesTest {
  private static final PlaceResult ACCEPTED = new PlaceResult.Accepted("by hand");
  private static final Map<String, Object> REPORT = Map.of("summary_code", "payment_promised");

  private final ScriptedGateway gateway = new ScriptedGateway().losingRequests();
  private final DialFixture house = DialFixture.over(gateway);
  private final DialFixture other = house.anotherNode();
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    other.close();
    house.close();
  }

  @Test
  void replyBeforeEnd() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(
            () -> house.tell(new AttemptUpdate.PlaceAnswered(order.attempt(), ACCEPTED)),
            () -> other.tell(busy));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void replyAfterEnd() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(
            () -> other.tell(busy),
            () -> house.tell(new AttemptUpdate.PlaceAnswered(order.attempt(), ACCEPTED)));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void lateRefusalDoesNotUndoCall() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate answered = gateway.answered(order.attempt());

    var race =
        race(
            () -> other.tell(answered),
            () ->
                house.tell(
                    new AttemptUpdate.PlaceAnswered(
                        order.attempt(),
                        new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, null))));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(order.status()).isEqualTo("in_progress");
    assertThat(order.loaded().refusalsInRow()).isZero();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void endReceivedByBothNodesCountsOnce() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race = race(() -> house.tell(busy), () -> other.tell(busy));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void queryResultBeforeEvent() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    knowing(busy);
    order.silentFor(Duration.ZERO);
    house.reconciler.runOnce();

    var race = race(() -> house.inboxWork.runOnce(), () -> other.tell(busy));

    assertThat(gateway.asked).containsExactly(order.attempt());
    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void queryResultAfterEvent() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    knowing(busy);
    order.silentFor(Duration.ZERO);
    house.reconciler.runOnce();

    var race = race(() -> other.tell(busy), () -> house.inboxWork.runOnce());

    assertThat(gateway.asked).containsExactly(order.attempt());
    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void reportInTimeIsTheResult() throws Exception {
    PlacedOrder order = answeredAndEnded();

    var race =
        race(
            () -> other.tell(gateway.reported(order.attempt(), REPORT)),
            () -> house.tell(new AttemptUpdate.ReportOverdue(order.attempt())));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(order.summary()).isEqualTo("payment_promised");
    assertCompletedOnce(order);
  }

  @Test
  void reportAfterDeadlineChangesNoResult() throws Exception {
    PlacedOrder order = answeredAndEnded();

    var race =
        race(
            () -> house.tell(new AttemptUpdate.ReportOverdue(order.attempt())),
            () -> other.tell(gateway.reported(order.attempt(), REPORT)));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("report_overdue");
    assertCompletedOnce(order);
  }

  @Test
  void endBeforeLossCounts() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(() -> other.tell(busy), () -> house.tell(new AttemptUpdate.Lost(order.attempt())));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertBusyOnce(order);
  }

  @Test
  void endAfterLossIsIgnored() throws Exception {
    PlacedOrder order = dialed();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);

    var race =
        race(() -> house.tell(new AttemptUpdate.Lost(order.attempt())), () -> other.tell(busy));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(order.dispositions()).containsExactly("failed");
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertEndedOnce(order);
  }

  private Race<Void, Void> race(Runnable first, Runnable second) throws Exception {
    return house.race(() -> done(first), () -> done(second));
  }

  private static Void done(Runnable work) {
    work.run();
    return null;
  }

  private void knowing(AttemptUpdate update) {
    gateway.knowing(
        new QueryResult.Found(
            "by hand", java.util.List.of(((AttemptUpdate.EventReceived) update).event())));
  }

  private PlacedOrder dialed() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    assertThat(order.status()).isEqualTo("dialing");
    return order;
  }

  private PlacedOrder answeredAndEnded() {
    PlacedOrder order = dialed();
    house.tell(
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
            "call_order.completed");
    assertCounters(order);
  }

  private void assertCounters(PlacedOrder order) {
    assertThat(gateway.placed).hasSize(1);
    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }
}
