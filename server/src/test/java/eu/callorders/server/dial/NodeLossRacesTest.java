package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lost node that returns, and nodes that end its calls at the same time. */
@Tag("long")
class NodeLossRacesTest {
  private static final UUID THIRD = new UUID(0, 3);
  private static final Map<String, Object> REPORT = Map.of("summary_code", "payment_promised");

  @AutoClose private final TwoSimulators nodes = new TwoSimulators();
  private final ScriptedGateway gateway = nodes.gateway;

  @Test
  void returningNodeChangesNoEndedCall() {
    PlacedOrder ringing = nodes.ringing();
    PlacedOrder answered = nodes.answered();
    nodes.lose();
    nodes.endLost();
    List<JsonNode> views = List.of(ringing.view(), answered.view());
    List<JsonNode> events =
        Stream.of(ringing, answered).flatMap(NodeLossRacesTest::events).toList();

    nodes.beat(TwoSimulators.DIALING);
    for (UUID attempt : List.of(ringing.attempt(), answered.attempt())) {
      nodes.dialing.receive(
          new AttemptUpdate.PlaceResultReceived(attempt, new PlaceResult.Accepted("late")),
          gateway.answered(attempt),
          gateway.objection(attempt),
          gateway.transcript(attempt, "Guten Tag"),
          gateway.ended(attempt, Disposition.ANSWERED, Cause.NORMAL),
          gateway.report(attempt, REPORT));
    }

    assertThat(List.of(ringing.view(), answered.view())).isEqualTo(views);
    assertThat(Stream.of(ringing, answered).flatMap(NodeLossRacesTest::events).toList())
        .isEqualTo(events);
    assertThat(nodes.tenant.suppressions()).isZero();
  }

  private static Stream<JsonNode> events(PlacedOrder order) {
    return order.events().stream();
  }

  @Test
  void returningNodeChangesNoCallThatIsTakenOver() {
    PlacedOrder order = nodes.ringing();
    nodes.lose();
    assertThat(nodes.worker.runOnce()).isEqualTo(1);

    nodes.dialing.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));

    assertThat(order.status()).isEqualTo("dialing");
    nodes.watching.inboxProcessor.runOnce();
    assertThat(order.dispositions()).containsExactly("failed");
    assertEndedOnce(order);
  }

  @Test
  void endByOtherNodeBeforeThatOfReturningNode() throws Exception {
    PlacedOrder order = nodes.ringing();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    nodes.lose();

    var race = race(this::endLost, () -> nodes.dialing.receive(busy));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(order.dispositions()).containsExactly("failed");
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertEndedOnce(order);
  }

  @Test
  void endByReturningNodeBeforeThatOfOtherNode() throws Exception {
    PlacedOrder order = nodes.ringing();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    nodes.lose();

    race(() -> nodes.dialing.receive(busy), this::endLost);
    endLost();

    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertEndedOnce(order);
  }

  @Test
  void callIsTakenOverWhileReturningNodeHasOnlyReadIt() throws Exception {
    PlacedOrder order = nodes.ringing();
    AttemptUpdate busy = gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    nodes.lose();
    HeldLocks subject = nodes.tenant.holdSubject(order.load().subjectReference());

    var race =
        Race.run(
            subject,
            () -> done(() -> nodes.dialing.receive(busy)),
            () -> done(() -> nodes.worker.runOnce()));
    nodes.watching.inboxProcessor.runOnce();

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(order.dispositions()).containsExactly("failed");
    assertEndedOnce(order);
  }

  @Test
  void nodesTakeDifferentCalls() throws Exception {
    DialFixture third = nodes.dialing.anotherNode(THIRD, new ScriptedGateway());
    nodes.beat(THIRD);
    NodeLossWorker other = TwoSimulators.watchful(third);
    PlacedOrder first = nodes.ringing();
    PlacedOrder second = nodes.ringing();
    nodes.lose();

    try (HeldLocks taken = rowOf(first)) {
      assertThat(nodes.worker.runOnce()).isEqualTo(1);
      assertThat(other.runOnce()).isZero();
      taken.release();
    }
    assertThat(other.runOnce()).isEqualTo(1);
    third.inboxProcessor.runOnce();
    nodes.watching.inboxProcessor.runOnce();

    assertThat(nodes.endLost()).isZero();
    assertEndedOnce(first);
    assertEndedOnce(second);
    third.close();
  }

  @Test
  void thirdNodeEndsWhatALostNodeHasTakenOver() {
    DialFixture third = nodes.dialing.anotherNode(THIRD, new ScriptedGateway());
    nodes.beat(THIRD);
    NodeLossWorker last = TwoSimulators.watchful(third);
    PlacedOrder order = nodes.answered();
    nodes.lose();
    assertThat(nodes.worker.runOnce()).isEqualTo(1);
    nodes.loseNode(TwoSimulators.WATCHING);

    assertThat(last.runOnce()).isEqualTo(1);
    third.inboxProcessor.runOnce();
    nodes.watching.inboxProcessor.runOnce();

    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(order.eventTypes()).containsOnlyOnce("call.ended", "call_order.completed");
    third.close();
  }

  private HeldLocks rowOf(PlacedOrder order) {
    return HeldLocks.ofRows(
        nodes.dialing.vertx,
        nodes.dialing.testDatabase,
        "SELECT FROM call_attempt WHERE id = '%s' FOR UPDATE".formatted(order.attempt()));
  }

  private void endLost() {
    nodes.endLost();
  }

  /** The first is stopped at its events, with the subject locked. */
  private Race<Void, Void> race(Runnable first, Runnable second) throws Exception {
    return nodes.dialing.race(() -> done(first), () -> done(second));
  }

  private static Void done(Runnable work) {
    work.run();
    return null;
  }

  private static void assertEndedOnce(PlacedOrder order) {
    assertThat(order.eventTypes())
        .containsExactly(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.dialing",
            "call.started",
            "call.ended",
            "call_order.completed");
    assertThat(order.load().attemptCount()).isEqualTo(1);
  }
}
