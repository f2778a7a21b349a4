package eu.callorders.bench;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Orders of about 2 KB, each for a person and a number of its own. */
public final class Orders {
  private static final String TEMPLATE =
      """
      {"order_type": "payment_reminder", "client_reference": "AZ-%1$07d/1",
       "subject": {"reference": "SUBJ-%2$s-%1$07d",
         "name": {"given_name": "Erika", "family_name": "Mustermann"}, "salutation": "Frau",
         "date_of_birth": "1984-01-26",
         "address": {"street": "Heidestraße", "house_number": "17", "postal_code": "51147",
           "city": "Köln", "country": "DE"},
         "locale": "de-DE", "timezone": "Europe/Berlin"},
       "contacts": [
         {"channel": "phone", "value": "+49302%1$07d", "type": "landline", "priority": 1},
         {"channel": "email", "value": "erika.mustermann@example.org"}],
       "context": {
         "claim": {
           "outstanding": {"value": "249.90", "currency": "EUR"},
           "original": {"value": "229.90", "currency": "EUR"},
           "breakdown": {"principal": {"value": "229.90", "currency": "EUR"},
             "dunning_fees": {"value": "20.00", "currency": "EUR"}},
           "creditor_name": "Beispiel Versand GmbH",
           "basis": {"kind": "purchase_contract", "description": "Order of household goods",
             "concluded_on": "2026-08-14"},
           "titled": false,
           "disclosure": {"sent_at": "2026-10-20", "reference": "LTR-5512"},
           "reference": {"invoice_number": "RE-%1$07d", "case_number": "AZ-%1$07d",
             "invoice_date": "2026-08-16"},
           "due_date": "2026-09-15", "in_default_since": "2026-10-16"},
         "history": [{"channel": "letter", "direction": "outbound",
           "occurred_at": "2026-10-20T09:00:00+02:00", "kind": "reminder", "outcome": "no_reply"}],
         "variables": {"payment_link": "https://pay.example.org/AZ-%1$07d"},
         "notes": "%4$s"},
       "scheduling": {%3$s"max_attempts": 3, "on_window_violation": "defer"},
       "delivery": {"transcript": "structured"},
       "metadata": {"campaign": "autumn", "priority_case": true},
       "simulate": {"attempts": ["answered"],
         "delays": {"ring_ms": 0, "talk_ms": 0, "report_ms": 0}}}
      """;
  private static final String ONE_LINE = TEMPLATE.replaceAll("\n\\s*", "");
  private static final String NOTES = "Prefers to be called in the afternoon. ".repeat(10).strip();

  private final String run;
  private final AtomicInteger number = new AtomicInteger();

  /** The run keeps persons and keys apart from those of other runs. */
  public Orders(String run) {
    this.run = run;
  }

  /** A body and its idempotency key. */
  public record Keyed(Buffer body, String key) {}

  /** One that may be dialed at any permitted instant. */
  public Keyed next() {
    return order("");
  }

  /** One that may be dialed from tomorrow on. */
  Keyed forTomorrow() {
    return notBefore(Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS));
  }

  /** One that may be dialed from an instant on. */
  public Keyed notBefore(Instant instant) {
    return order("\"window\": {\"not_before\": \"" + instant + "\"}, ");
  }

  private Keyed order(String window) {
    int n = number.incrementAndGet();
    return new Keyed(Buffer.buffer(ONE_LINE.formatted(n, run, window, NOTES)), run + "-" + n);
  }
}
