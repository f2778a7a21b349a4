package eu.callorders.sipgateway.app;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Makes the call by which an operator tries a trunk: its claim is an example. */
final class TrialCall {
  private static final Duration RING_TIMEOUT = Duration.ofSeconds(45);
  private static final Duration MAX_DURATION = Duration.ofMinutes(2);
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final List<String> GERMAN = List.of("+49", "+43", "+41");

  private TrialCall() {}

  static PlaceCall to(
      PhoneNumber number, PhoneNumber from, SipGatewaySettings settings, Instant now) {
    boolean german = GERMAN.stream().anyMatch(number.e164()::startsWith);
    return new PlaceCall(
        UuidV7.at(now, new SecureRandom()),
        UUID.randomUUID(),
        UUID.randomUUID(),
        1,
        number,
        from,
        new PlaceCall.Agent("payment_reminder", 1, "Try the trunk", null, null, null),
        german ? "de-DE" : "en-GB",
        briefing(german),
        german
            ? "Guten Tag, hier spricht eine KI. Dies ist ein Testanruf Ihrer Telefonanlage."
            : "Hello, this is an AI. This is a test call of your telephone system.",
        RING_TIMEOUT,
        MAX_DURATION,
        false,
        settings.divert() == null ? "live" : "sandbox",
        now.plus(START_LIMIT),
        null,
        null,
        null);
  }

  private static Briefing briefing(boolean german) {
    return new Briefing(
        null,
        german ? "Beispiel" : "Example",
        null,
        null,
        null,
        Map.of(
            "outstanding",
            Map.of("value", "1.00", "currency", "EUR"),
            "creditor_name",
            german ? "Testbetrieb" : "Test Company"),
        List.of(),
        Map.of(),
        Map.of(),
        null,
        "name_only");
  }
}
