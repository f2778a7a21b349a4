package eu.callorders.bench.crash;

import java.util.List;
import java.util.random.RandomGenerator;

/** Signals for persons of their own, whose calls take every kind of course. */
public final class SignalMix {
  private static final String TELLING =
      """
      {"signal_type": "%s", "dedupe_key": "%s", "subject_reference": "%s"}
      """;

  /** Fiction's own, each followed by three digits; {@link OrderMix} has none of them. */
  private static final List<String> RANGES = List.of("+447700900", "+441632960", "+442079460");

  private static final double UNTOLD = 0.2;

  private final RandomGenerator random;
  private final String run;
  private int number;

  /** The run keeps keys apart from those of other senders. */
  public SignalMix(String run, RandomGenerator random) {
    this.run = run;
    this.random = random;
  }

  /** A signal, and the key under which it is taken once. */
  public record Keyed(String key, String type, String reference, String body) {}

  /** One that starts an enrollment, sometimes without subject data. */
  public Keyed trigger() {
    CampaignSequence sequence =
        random.nextInt(3) == 0 ? CampaignSequence.EAGER : CampaignSequence.STEADY;
    String phone =
        RANGES.get(random.nextInt(RANGES.size())) + random.nextInt(10) + OrderMix.digits(random);
    String reference = "SUBJ-" + phone.substring(1);
    String key = nextKey();
    String body =
        random.nextDouble() < UNTOLD
            ? TELLING.formatted(sequence.trigger(), key, reference)
            : telling(sequence.trigger(), key, reference, phone);
    return new Keyed(key, sequence.trigger(), reference, body);
  }

  private static String telling(String type, String key, String reference, String phone) {
    return """
    {"signal_type": "%1$s", "dedupe_key": "%2$s", "subject_reference": "%3$s",
     "subject": {"reference": "%3$s", "name": {"family_name": "Mustermann"},
       "locale": "en-GB", "timezone": "Europe/London"},
     "contacts": [{"channel": "phone", "value": "%4$s", "priority": 1}],
     "context": {"claim": {"outstanding": {"value": "99.90", "currency": "GBP"},
       "creditor_name": "Example Mail Order Ltd", "basis": {"kind": "purchase_contract"}}},
     "metadata": {"campaign": "crash"}}
    """
        .formatted(type, key, reference, phone);
  }

  Keyed telling(String type, String reference) {
    String key = nextKey();
    return new Keyed(key, type, reference, TELLING.formatted(type, key, reference));
  }

  private String nextKey() {
    return run + "-" + ++number;
  }
}
