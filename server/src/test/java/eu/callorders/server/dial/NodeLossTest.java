package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.SettableClock;
import eu.callorders.server.recovery.Heartbeat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls of a node's own simulator end with the node. */
@Tag("long")
class NodeLossTest {
  @AutoClose private final TwoSimulators nodes = new TwoSimulators();
  private final ScriptedGateway gateway = nodes.gateway;

  @Test
  void unansweredCallsOfLostNodeFail() {
    List<PlacedOrder> orders = List.of(nodes.dialed(), nodes.ringing());
    nodes.lose();

    assertThat(nodes.endLost()).isEqualTo(2);

    assertThat(orders)
        .allSatisfy(
            order -> {
              assertThat(order.dispositions()).containsExactly("failed");
              assertThat(order.attempts().getFirst().attempt().cause())
                  .isEqualTo(Cause.OUTCOME_UNKNOWN);
              assertThat(order.status()).isEqualTo("completed");
              assertThat(order.summary()).isEqualTo("outcome_unknown");
              assertThat(order.eventTypes())
                  .containsExactly(
                      "call_order.accepted",
                      "call_order.scheduled",
                      "call_order.dialing",
                      "call.started",
                      "call.ended",
                      "call_order.completed");
            });
    assertThat(nodes.otherGateway.placed).isEmpty();
    assertThat(nodes.watching.monitor.counts().unknownOutcomes()).isEqualTo(2);
  }

  @Test
  void orderOfLostCallIsDialedAgainOnlyAfterItsGap() {
    PlacedOrder order = nodes.tenant.anOrder().to(MagicLine.BUSY).attempts(2).place();
    nodes.dialing.dialDue();
    nodes.lose();

    nodes.endLost();
    nodes.watching.dialDue();

    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(nodes.otherGateway.placed).isEmpty();
  }

  @Test
  void answeredCallsOfLostNodeCompleteTheirOrders() {
    PlacedOrder talking = nodes.answered();
    PlacedOrder withoutReport = nodes.answered();
    nodes.dialing.receive(
        gateway.ended(withoutReport.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    assertThat(withoutReport.status()).isEqualTo("in_progress");
    nodes.lose();

    assertThat(nodes.endLost()).isEqualTo(2);

    assertThat(List.of(talking, withoutReport))
        .allSatisfy(
            order -> {
              assertThat(order.status()).isEqualTo("completed");
              assertThat(order.dispositions()).containsExactly("answered");
              assertThat(order.summary()).isEqualTo("outcome_unknown");
            });
    assertThat(talking.attempts().getFirst().attempt().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
  }

  @Test
  void callsOfLivingNodesContinue() {
    List<PlacedOrder> running = List.of(nodes.dialed(), nodes.ringing(), nodes.answered());
    nodes.passLatestStart();

    assertThat(nodes.endLost()).isZero();

    assertThat(running).extracting(PlacedOrder::status).containsOnly("dialing", "in_progress");
    assertThat(running).noneMatch(order -> order.eventTypes().contains("call.ended"));
  }

  @Test
  void callsOfOtherGatewaysContinue() {
    DialFixture outside = nodes.dialing.anotherNode(null, gateway);
    PlacedOrder order = nodes.tenant.anOrder().to(MagicLine.BUSY).place();
    outside.dialDue();
    nodes.lose();

    assertThat(nodes.endLost()).isZero();

    assertThat(order.status()).isEqualTo("dialing");
    outside.close();
  }

  @Test
  void callsOfNodeThatHasLeftEndOnceNoneCanBegin() {
    PlacedOrder order = nodes.ringing();
    new Heartbeat(nodes.dialing.database, TwoSimulators.DIALING, DialFixture.REAL_TIME)
        .deregister();

    assertThat(nodes.endLost()).isZero();
    nodes.passLatestStart();
    assertThat(nodes.endLost()).isEqualTo(1);

    assertThat(order.summary()).isEqualTo("outcome_unknown");
  }

  @Test
  void heartbeatsRestartWithTheServer() {
    PlacedOrder order = nodes.ringing();
    nodes.lose();
    nodes.moveEra("+ interval '1 hour'");

    assertThat(nodes.endLost()).isZero();

    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void nodeObservesHeartbeatsBeforeItActs() {
    PlacedOrder order = nodes.ringing();
    nodes.lose();
    SettableClock clock = new SettableClock(Instant.now());
    NodeLossWorker fresh = nodes.watching.units.newNodeLossWorker(clock, 10);

    assertThat(fresh.runOnce()).isZero();
    clock.advance(Duration.ofHours(1)); // an outage
    assertThat(fresh.runOnce()).isZero();

    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void roundEndsABatch() {
    List<PlacedOrder> orders =
        Stream.generate(nodes::ringing).limit(TwoSimulators.BATCH + 1).toList();
    nodes.lose();

    assertThat(nodes.worker.runOnce()).isEqualTo(TwoSimulators.BATCH);
    assertThat(nodes.endLost()).isEqualTo(1);

    assertThat(orders).allMatch(PlacedOrder::isEnded);
  }

  @Test
  void nodeThatStopsEndsItsOwnCallsAtOnce() {
    List<PlacedOrder> own = Stream.generate(nodes::ringing).limit(TwoSimulators.BATCH).toList();
    PlacedOrder answered = nodes.answered();
    PlacedOrder other = nodes.tenant.anOrder().to(MagicLine.BUSY).place();
    nodes.watching.dialDue();

    nodes.dialing.units.newNodeLossWorker(DialFixture.REAL_TIME, TwoSimulators.BATCH).endOwn();

    assertThat(own).allMatch(order -> order.dispositions().equals(List.of("failed")));
    assertThat(answered.status()).isEqualTo("completed");
    assertThat(answered.summary()).isEqualTo("outcome_unknown");
    assertThat(other.status()).isEqualTo("dialing");
  }

  @Test
  void simulatorIsNotQueriedAboutCallsOfAnother() {
    PlacedOrder order = nodes.ringing();
    order.silentFor(Duration.ofHours(1));
    nodes.otherGateway.withQueryResult(new QueryResult.NotFound());

    nodes.watching.reconciler.runOnce();
    nodes.watching.inboxProcessor.runOnce();

    assertThat(nodes.otherGateway.queries).isEmpty();
    assertThat(order.status()).isEqualTo("dialing");

    nodes.dialing.reconciler.runOnce();

    assertThat(gateway.queries).containsExactly(order.attempt());
  }
}
