package eu.callorders.server.telephony;

import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Calls that every gateway of the sandbox must handle alike. */
record ConformanceCalls(UUID orderId, Duration ring, Duration notAfter) {
  private static final String NUMBERS = "+4930231253";

  static ConformanceCalls atOnce() {
    return new ConformanceCalls(UUID.randomUUID(), Duration.ZERO, Duration.ofMinutes(5));
  }

  ConformanceCalls ringing(Duration time) {
    return new ConformanceCalls(orderId, time, notAfter);
  }

  ConformanceCalls dueSince(Duration time) {
    return new ConformanceCalls(orderId, ring, time.negated());
  }

  PlaceCall to(String lastTwoDigits) {
    return new PlaceCall(
        UUID.randomUUID(),
        orderId,
        new UUID(0, 7),
        1,
        NUMBERS + lastTwoDigits,
        "+493023125000",
        new PlaceCall.Agent("payment_reminder", 1, "Remind of the payment", null, null, null),
        "de-DE",
        new Briefing(
            "Erika",
            "Muster",
            "Frau",
            "1980-05-03",
            "10115",
            Map.of(
                "outstanding",
                Map.of("value", "120.50", "currency", "EUR"),
                "creditor_name",
                "Stadtwerke Beispielhausen"),
            List.of(),
            Map.of(),
            Map.of(),
            null,
            "date_of_birth"),
        "Guten Tag, hier spricht eine KI im Auftrag von Beispiel Inkasso.",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        true,
        "sandbox",
        Instant.now().plus(notAfter),
        new Simulate(null, List.of(), new Simulate.Delays(ring, Duration.ZERO, Duration.ZERO)));
  }
}
