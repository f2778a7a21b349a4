package eu.callorders.core.telephony.wire;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import eu.callorders.core.telephony.SimulatedOutcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One sample of each document with every member, and the smallest placing. */
final class SampleDocuments {
  static final UUID ATTEMPT = UUID.fromString("019aa0f2-7c00-7000-8000-000000000001");
  static final Instant AT = Instant.parse("2026-11-20T09:30:00.123456Z");

  private SampleDocuments() {}

  static PlaceCall fullCall() {
    return new PlaceCall(
        ATTEMPT,
        new UUID(1, 2),
        new UUID(3, 4),
        2,
        "+493023125021",
        "+493023125000",
        new PlaceCall.Agent("payment_reminder", 3, "Remind", "Good day", "friendly", "anna"),
        "de-DE",
        new Briefing(
            "Erika",
            "Muster",
            "Frau",
            "1980-05-03",
            "10115",
            Map.of("outstanding", Map.of("value", "12.50", "currency", "EUR")),
            List.of(Map.of("kind", "letter", "at", "2026-10-01")),
            Map.of("share", new BigDecimal("0.10"), "tags", List.of("a", 1L, true)),
            Map.of("max_installments", 6L),
            "rings twice",
            "date_of_birth"),
        "Hier spricht eine KI.",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        true,
        "sandbox",
        AT,
        new Simulate(
            new SimulatedOutcome(
                "payment_promised", "subject_reached", "completed", "agent", Map.of("a", 1L)),
            List.of(Disposition.NO_ANSWER, Disposition.ANSWERED),
            new Simulate.Delays(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ZERO)),
        new CallOrigin(new UUID(5, 6), new UUID(7, 8), "Zm9v-_"));
  }

  static PlaceCall bareCall() {
    return new PlaceCall(
        ATTEMPT,
        new UUID(1, 2),
        new UUID(3, 4),
        1,
        "+493023125021",
        "+493023125000",
        new PlaceCall.Agent("payment_reminder", 1, "Remind", null, null, null),
        "en",
        new Briefing(
            null, "Muster", null, null, null, Map.of(), List.of(), Map.of(), Map.of(), null,
            "name"),
        "This is an AI.",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        false,
        "live",
        Instant.parse("2026-11-20T09:30:00Z"),
        null,
        null);
  }

  static List<GatewayEvent> events() {
    return List.of(
        new GatewayEvent.Accepted(header(1)),
        new GatewayEvent.Ringing(header(2)),
        new GatewayEvent.Answered(header(3)),
        new GatewayEvent.Objection(header(4), "voice"),
        new GatewayEvent.Ended(header(5), Disposition.ANSWERED, Cause.NORMAL, "agent", AT, AT),
        new GatewayEvent.Ended(header(6), Disposition.BUSY, Cause.DECLINED, null, null, AT),
        new GatewayEvent.Turns(
            header(7), "de-DE", true, List.of(new GatewayEvent.Turn(0, "subject", 0, 10, "Ja"))),
        new GatewayEvent.Report(header(8), Map.of("summary_code", "refused")));
  }

  static GatewayEvent.Header header(long sequence) {
    return new GatewayEvent.Header(ATTEMPT + "-" + sequence, ATTEMPT, "ref-1", sequence, AT);
  }
}
