package eu.callorders.server.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.event.EventType;
import eu.callorders.core.telephony.BreakerSignal;
import eu.callorders.server.call.CallAttempt;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** What a call says about the gateway, for the breaker of its tenant. */
record BreakerSample(UUID tenantId, PhoneNumber phone, BreakerSignal signal) {

  /** The sample of an answer or an end; empty for other events. */
  static Optional<BreakerSample> of(CallAttempt call, EventType type) {
    if (type != EventType.CALL_ANSWERED && type != EventType.CALL_ENDED) {
      return Optional.empty();
    }
    Attempt attempt = call.attempt();
    BreakerSignal signal =
        type == EventType.CALL_ANSWERED
            ? BreakerSignal.SOUND
            : BreakerSignal.of(
                Objects.requireNonNull(attempt.disposition()),
                Objects.requireNonNull(attempt.cause()));
    return Optional.of(new BreakerSample(call.tenantId(), attempt.phone(), signal));
  }
}
