package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.dial.InboxProcessor.Effect;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What stored updates let other loops do. */
class InboxEffectsTest {
  private static final String ONE_CALL =
      """
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 1}}]
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  private Set<Effect> store(AttemptUpdate update) {
    fixture.inbox.add(update);
    return fixture.inboxProcessor.runOnce().effects();
  }

  private PlacedOrder dialed() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    return order;
  }

  @Test
  void answeredCallHasNoEffect() {
    assertThat(store(gateway.answered(dialed().attempt()))).isEmpty();
  }

  @Test
  void endedCallEndsItsAttempt() {
    assertThat(store(gateway.ended(dialed().attempt(), Disposition.BUSY, Cause.NORMAL)))
        .containsExactly(Effect.ATTEMPT_ENDED);
  }

  @Test
  void refusedCallEndsItsAttempt() {
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.UNROUTABLE, null));
    tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    fixture.dialer.runOnce();

    assertThat(fixture.inboxProcessor.runOnce().effects()).containsExactly(Effect.ATTEMPT_ENDED);
  }

  @Test
  void objectionAddsSuppression() {
    PlacedOrder order = dialed();
    store(gateway.answered(order.attempt()));

    assertThat(store(gateway.objection(order.attempt()))).containsExactly(Effect.SUPPRESSION_ADDED);
  }

  @Test
  void endedOrderOfEnrollmentEndsItsStep() {
    TestEnrollment enrollment = TestSequence.of(tenant, ONE_CALL).enroll(MagicLine.BUSY);
    fixture.engine.runOnce();
    fixture.dialDue();

    assertThat(store(gateway.ended(enrollment.order().attempt(), Disposition.BUSY, Cause.NORMAL)))
        .containsExactlyInAnyOrder(Effect.ATTEMPT_ENDED, Effect.STEP_ENDED);
  }
}
