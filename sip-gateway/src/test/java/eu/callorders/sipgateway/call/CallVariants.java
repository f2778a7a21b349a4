package eu.callorders.sipgateway.call;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import java.time.Duration;

/** Calls that differ from another one, with its attempt id. */
final class CallVariants {
  private CallVariants() {}

  static PlaceCall ringing(PlaceCall call, Duration ringTimeout, Duration maxDuration) {
    return changed(call, call.to(), call.from(), call.briefing(), ringTimeout, maxDuration);
  }

  static PlaceCall to(PlaceCall call, String to, String from) {
    return changed(
        call,
        new PhoneNumber(to),
        new PhoneNumber(from),
        call.briefing(),
        call.ringTimeout(),
        call.maxDuration());
  }

  static PlaceCall withPostalCode(PlaceCall call, String postalCode) {
    Briefing told = call.briefing();
    Briefing briefing =
        new Briefing(
            told.givenName(),
            told.familyName(),
            told.salutation(),
            null,
            postalCode,
            told.claim(),
            told.history(),
            told.variables(),
            told.negotiation(),
            told.notes(),
            "postal_code");
    return changed(call, call.to(), call.from(), briefing, call.ringTimeout(), call.maxDuration());
  }

  private static PlaceCall changed(
      PlaceCall call,
      PhoneNumber to,
      PhoneNumber from,
      Briefing briefing,
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
        briefing,
        call.disclosure(),
        ringTimeout,
        maxDuration,
        call.transcript(),
        call.environment(),
        call.notAfter(),
        call.tenantTime(),
        call.simulate(),
        call.origin());
  }
}
