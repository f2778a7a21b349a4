package eu.callorders.simulator;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import eu.callorders.core.telephony.SimulatedOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Calls to place in tests. */
public final class Calls {
  public static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");
  public static final Simulate.Delays NO_DELAYS =
      new Simulate.Delays(Duration.ZERO, Duration.ZERO, Duration.ZERO);
  public static final Map<String, Object> CLAIM =
      Map.of(
          "outstanding", Map.of("value", "1234.50", "currency", "EUR"),
          "creditor_name", "Stadtwerke Beispielhausen",
          "reference", Map.of("invoice_number", "RE-2026-77"));
  private static final String NUMBERS = "+4930231250";

  private Calls() {}

  public static Builder to(String number) {
    return new Builder(number);
  }

  public static Builder toDigits(String lastTwo) {
    return new Builder(NUMBERS + lastTwo);
  }

  /** A call to place within ten minutes from now. */
  public static Builder soon(String lastTwo) {
    return toDigits(lastTwo).notAfter(Instant.now().plusSeconds(600));
  }

  public static SimulatedOutcome outcome(String summaryCode) {
    return new SimulatedOutcome(summaryCode, null, null, null, null);
  }

  public static final class Builder {
    private final String to;
    private UUID attemptId = UUID.randomUUID();
    private UUID orderId = UUID.randomUUID();
    private int attempt = 1;
    private String locale = "de-DE";
    private String verification = "date_of_birth";
    private String dateOfBirth = "1980-05-03";
    private String givenName = "Erika";
    private String familyName = "Muster";
    private String salutation = "Frau";
    private Map<String, Object> claim = CLAIM;
    private Map<String, Object> negotiation = Map.of();
    private boolean transcript = true;
    private Instant notAfter = NOW.plusSeconds(60);
    private Instant tenantTime;
    private Simulate simulate = new Simulate(null, List.of(), NO_DELAYS);

    private Builder(String to) {
      this.to = to;
    }

    public Builder attemptId(UUID attemptId) {
      this.attemptId = attemptId;
      return this;
    }

    public Builder order(UUID orderId) {
      this.orderId = orderId;
      return this;
    }

    public Builder attempt(int attempt) {
      this.attempt = attempt;
      return this;
    }

    public Builder locale(String locale) {
      this.locale = locale;
      return this;
    }

    public Builder verification(String mode) {
      this.verification = mode;
      return this;
    }

    public Builder dateOfBirth(String dateOfBirth) {
      this.dateOfBirth = dateOfBirth;
      return this;
    }

    public Builder name(String salutation, String givenName, String familyName) {
      this.salutation = salutation;
      this.givenName = givenName;
      this.familyName = familyName;
      return this;
    }

    public Builder claim(Map<String, Object> claim) {
      this.claim = claim;
      return this;
    }

    public Builder negotiation(Map<String, Object> negotiation) {
      this.negotiation = negotiation;
      return this;
    }

    public Builder withoutTranscript() {
      this.transcript = false;
      return this;
    }

    public Builder notAfter(Instant notAfter) {
      this.notAfter = notAfter;
      return this;
    }

    public Builder tenantTime(Instant tenantTime) {
      this.tenantTime = tenantTime;
      return this;
    }

    public Builder notForced() {
      this.simulate = null;
      return this;
    }

    public Builder attempts(Disposition... attempts) {
      this.simulate = new Simulate(simulate.outcome(), List.of(attempts), simulate.delays());
      return this;
    }

    public Builder outcome(SimulatedOutcome outcome) {
      this.simulate = new Simulate(outcome, simulate.attempts(), simulate.delays());
      return this;
    }

    public Builder delays(long ringMs, long talkMs, long reportMs) {
      this.simulate =
          new Simulate(
              simulate.outcome(),
              simulate.attempts(),
              new Simulate.Delays(
                  Duration.ofMillis(ringMs),
                  Duration.ofMillis(talkMs),
                  Duration.ofMillis(reportMs)));
      return this;
    }

    public PlaceCall build() {
      return new PlaceCall(
          attemptId,
          orderId,
          new UUID(0, 7),
          attempt,
          new PhoneNumber(to),
          new PhoneNumber("+493023125000"),
          new PlaceCall.Agent("payment_reminder", 1, "Remind of the payment", null, null, null),
          locale,
          new Briefing(
              givenName,
              familyName,
              salutation,
              dateOfBirth,
              "10115",
              claim,
              List.of(),
              Map.of(),
              negotiation,
              null,
              verification),
          "Guten Tag, hier spricht eine KI im Auftrag von Beispiel Inkasso.",
          Duration.ofSeconds(30),
          Duration.ofMinutes(15),
          transcript,
          "sandbox",
          notAfter,
          tenantTime,
          simulate,
          null);
    }
  }
}
