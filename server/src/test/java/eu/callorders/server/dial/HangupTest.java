package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.call.HangupStore;
import eu.callorders.server.call.HangupStore.Hangup;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators end running calls through the gateway. */
@Tag("long")
class HangupTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final PlacedOrder order = dialed();
  private final UUID call = order.attempt();

  @Test
  void ringingCallIsCanceledAndItsOrderPlannedAgain() {
    hangUp();
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).containsExactly(call);

    fixture.receive(gateway.ended(call, Disposition.CANCELED, Cause.STOPPED));

    assertThat(order.dispositions()).containsExactly("canceled");
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.load().attemptCount()).isEqualTo(1);
  }

  @Test
  void ringingCallThatIsHungUpCountsAsAttempt() {
    PlacedOrder last = dialed(tenant.anOrder().to(MagicLine.BUSY).attempts(1));
    hangUp(last.attempt());

    fixture.receive(gateway.ended(last.attempt(), Disposition.CANCELED, Cause.STOPPED));

    assertThat(last.dispositions()).containsExactly("canceled");
    assertThat(last.status()).isEqualTo("completed");
    assertThat(last.summary()).isEqualTo("no_contact");
    assertThat(last.result().at("/termination/reason").asText()).isEqualTo("attempts_exhausted");
    assertThat(last.load().attemptCount()).isEqualTo(1);
  }

  @Test
  void answeredCallEndsItsOrder() {
    fixture.receive(gateway.answered(call));
    hangUp();
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).containsExactly(call);

    fixture.receive(stopped());
    fixture.receive(gateway.report(call, Map.of("summary_code", "no_outcome")));

    assertThat(order.dispositions()).containsExactly("answered");
    assertHungUp("conversation_incomplete");
  }

  @Test
  void answeredCallWithoutReportEndsItsOrder() {
    fixture.receive(gateway.answered(call));
    fixture.receive(stopped());

    tenant.jump(Attempt.REPORT_TIMEOUT);
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertHungUp("conversation_incomplete");
  }

  @Test
  void objectionBeforeTheEndCounts() {
    fixture.receive(gateway.answered(call));
    fixture.receive(gateway.objection(call));
    fixture.receive(stopped());
    fixture.receive(gateway.report(call, Map.of("summary_code", "conversation_incomplete")));

    assertThat(order.summary()).isEqualTo("objection_to_calls");
    assertThat(tenant.suppressions()).isEqualTo(1);
  }

  @Test
  void gatewayIsAskedOnceAndNotAboutCallsThatAreOver() {
    hangUp();
    fixture.reconciler.runOnce();
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).hasSize(1);

    fixture.receive(gateway.ended(call, Disposition.BUSY, Cause.NORMAL));
    fixture.reconciler.runOnce();
    assertThat(pending()).isZero();
    fixture.units.newReconciler(DialFixture.REAL_TIME).runOnce();
    assertThat(gateway.stopRequests).hasSize(1);
  }

  @Test
  void anotherNodeAsksAfterACrash() {
    hangUp();

    try (DialFixture other = fixture.anotherNode()) {
      other.reconciler.runOnce();
    }

    assertThat(gateway.stopRequests).containsExactly(call);
  }

  @Test
  void requestAndEndInEitherOrder() throws Exception {
    fixture.raceAt(
        "call_attempt",
        () -> stored(gateway.ended(call, Disposition.BUSY, Cause.NORMAL)),
        this::hangUp);
    fixture.reconciler.runOnce();
    assertThat(pending()).isZero();
    assertThat(order.dispositions()).containsExactly("busy");

    PlacedOrder next = dialed();
    fixture.raceAt(
        "call_hangup",
        () -> hangUp(next.attempt()),
        () -> stored(gateway.ended(next.attempt(), Disposition.BUSY, Cause.NORMAL)));
    fixture.reconciler.runOnce();
    assertThat(pending()).isZero();
    assertThat(next.dispositions()).containsExactly("busy");
  }

  private void assertHungUp(String summary) {
    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.summary()).isEqualTo(summary);
    assertThat(order.result().at("/termination/actor").asText()).isEqualTo("platform");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("hung_up");
  }

  private PlacedOrder dialed() {
    return dialed(tenant.anOrder().to(MagicLine.BUSY));
  }

  private PlacedOrder dialed(OrderDraft draft) {
    PlacedOrder placed = draft.place();
    fixture.dialDue();
    return placed;
  }

  private AttemptUpdate stopped() {
    GatewayEvent.Header header = gateway.header(call);
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Ended(
            header, Disposition.ANSWERED, Cause.STOPPED, "platform", header.at(), header.at()));
  }

  private boolean stored(AttemptUpdate update) {
    fixture.store(update);
    return true;
  }

  private boolean hangUp() {
    return hangUp(call);
  }

  private boolean hangUp(UUID attemptId) {
    Hangup hangup =
        new Hangup(attemptId, tenant.id(), "fire", "operator", DialFixture.REAL_TIME.instant());
    return fixture.database.asWorker(connection -> HangupStore.insert(connection, hangup)).await();
  }

  private int pending() {
    return fixture.query("SELECT FROM call_hangup WHERE pending").size();
  }
}
