package eu.callorders.sipgateway.call;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.PlaceCall;
import java.time.Duration;

/** Calls that differ from another one, with its attempt id. */
final class CallVariants {
  private CallVariants() {}

  static PlaceCall ringing(PlaceCall call, Duration ringTimeout, Duration maxDuration) {
    return changed(call, call.to(), call.from(), ringTimeout, maxDuration);
  }

  static PlaceCall to(PlaceCall call, String to, String from) {
    return changed(
        call, new PhoneNumber(to), new PhoneNumber(from), call.ringTimeout(), call.maxDuration());
  }

  private static PlaceCall changed(
      PlaceCall call,
      PhoneNumber to,
      PhoneNumber from,
      Duration ringTimeout,
      Duration maxDuration) {
    return new PlaceCall(
        call.attemptId(),
        call.orderId(),
        call.tenantId(),
        call.attemptNumber(),
        to,
        from,
        call.agent(),
        call.locale(),
        call.briefing(),
        call.disclosure(),
        ringTimeout,
        maxDuration,
        call.transcript(),
        call.environment(),
        call.notAfter(),
        call.simulate(),
        call.origin());
  }
}
