package eu.callorders.bench.crash;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Orders of every outcome; every fourth has another reference for the same number. */
public final class OrderMix {
  private static final String TEMPLATE =
      """
      {"order_type": "payment_reminder", "client_reference": "%s",
       "subject": {"reference": "%s", "name": {"family_name": "Mustermann"},
         "locale": "de-DE", "timezone": "Europe/Berlin"},
       "contacts": [{"channel": "phone", "value": "%s", "priority": 1}],
       "context": {"claim": {"outstanding": {"value": "249.90", "currency": "EUR"},
         "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "purchase_contract"}}},
       "scheduling": {"max_attempts": %d, %s},
       "metadata": {"campaign": "crash"},
       "simulate": {"delays": {"ring_ms": %d, "talk_ms": %d, "report_ms": %d}}}
      """;

  private static final String ONE_LINE = TEMPLATE.replaceAll("\n\\s*", "");

  /** Fiction's own, each followed by three digits. */
  private static final List<String> RANGES =
      Stream.concat(
              Stream.of("+493023125", "+496990009", "+494066969", "+492214710", "+498999998"),
              IntStream.range(0, 10)
                  .boxed()
                  .flatMap(digit -> Stream.of("+3319900" + digit, "+3363998" + digit)))
          .toList();

  /** What the last two digits bring about. Half of the orders are answered at once. */
  private static final List<String> DIGITS =
      List.of(
          "01", "02", "04", "10", "11", "12", "13", "14", "20", "21", "24", "25", "26", "27", "30",
          "31", "32", "36", "40", "41", "42", "42", "43", "43", "44");

  /** From here on all are answered at once. */
  private static final int PLAIN = 45;

  /** Whose call nothing simulates. */
  private static final String LIVE = ONE_LINE.substring(0, ONE_LINE.indexOf(",\"simulate\"")) + "}";

  private final RandomGenerator random;
  private final String run;
  private final @Nullable CallablePlace place;
  private int number;
  private String lastPhone = "";

  /** The run keeps keys apart from those of other senders. */
  OrderMix(String run, RandomGenerator random) {
    this(run, random, null);
  }

  /**
   * One for a live service: each order is of a subject of its own, with a single attempt.
   *
   * @param place where the subjects live; null: a sandbox
   */
  OrderMix(String run, RandomGenerator random, @Nullable CallablePlace place) {
    this.run = run;
    this.random = random;
    this.place = place;
  }

  /** An order, and the key to send it with, which is its client reference too. */
  public record Keyed(String key, String body, String phone, int maxAttempts) {}

  /** One whose call rings and talks for a moment, with further members of its scheduling. */
  static Keyed order(
      String key, String reference, String phone, int maxAttempts, String scheduling) {
    String body = ONE_LINE.formatted(key, reference, phone, maxAttempts, scheduling, 100, 300, 50);
    return new Keyed(key, body, phone, maxAttempts);
  }

  /**
   * One that is answered at once, with a single attempt.
   *
   * @param number of a subject with a phone of its own, below 13,750; above, an exception
   * @param notBefore on the tenant's clock
   */
  public static Keyed planned(String key, int number, Instant notBefore) {
    return scheduled(key, number, "\"window\": {\"not_before\": \"%s\"}".formatted(notBefore));
  }

  /** As {@link #planned}; it expires at the second instant unless it is called before. */
  public static Keyed expiring(String key, int number, Instant notBefore, Instant notAfter) {
    return scheduled(
        key,
        number,
        "\"window\": {\"not_before\": \"%s\", \"not_after\": \"%s\"}"
            .formatted(notBefore, notAfter));
  }

  private static Keyed scheduled(String key, int number, String scheduling) {
    int answered = 100 - PLAIN;
    int range = number / answered / 10;
    String phone = RANGES.get(range) + number / answered % 10 + (PLAIN + number % answered);
    return order(key, reference(phone), phone, 1, scheduling);
  }

  Keyed next() {
    return place == null ? simulated() : live(place);
  }

  private Keyed live(CallablePlace home) {
    String key = run + "-" + ++number;
    String phone = home.numbers() + "%02d".formatted(random.nextInt(100));
    String body =
        LIVE.formatted(key, "SUBJ-" + key, phone, 1, "\"retry\": {\"min_gap_hours\": 1}")
            .replace("de-DE", home.locale())
            .replace("Europe/Berlin", home.zone());
    return new Keyed(key, body, phone, 1);
  }

  private Keyed simulated() {
    String phone = RANGES.get(random.nextInt(RANGES.size())) + random.nextInt(10) + digits(random);
    String reference = reference(phone) + (random.nextInt(4) == 0 ? "-OTHER" : "");
    return order(phone, reference, 1 + random.nextInt(3));
  }

  static String digits(RandomGenerator random) {
    return random.nextBoolean()
        ? Integer.toString(PLAIN + random.nextInt(100 - PLAIN))
        : DIGITS.get(random.nextInt(DIGITS.size()));
  }

  /** One with a single attempt, for a subject without other orders. */
  Keyed plain() {
    String phone = "+3363998%d%03d".formatted(number / 1000 % 10, number % 1000);
    return order(phone, reference(phone), 1);
  }

  /**
   * One of a subject of its own, whose only call rings for up to 8 s and is answered for 20 to 40
   * s; every fourth calls the phone of the order before.
   */
  Keyed lasting() {
    if (number % 4 != 0 || lastPhone.isEmpty()) {
      int digits = PLAIN + random.nextInt(100 - PLAIN);
      lastPhone = RANGES.get(random.nextInt(RANGES.size())) + random.nextInt(10) + digits;
    }
    String key = run + "-" + ++number;
    int talk = 20_000 + random.nextInt(20_000);
    String body =
        ONE_LINE.formatted(
            key,
            reference(lastPhone) + "-" + key,
            lastPhone,
            1,
            "\"retry\": {\"min_gap_hours\": 1}",
            random.nextInt(8_000),
            talk,
            random.nextInt(2_000));
    return new Keyed(key, body, lastPhone, 1);
  }

  private static String reference(String phone) {
    return "SUBJ-" + phone.substring(1);
  }

  private Keyed order(String phone, String reference, int maxAttempts) {
    String key = run + "-" + ++number;
    String gap = "\"retry\": {\"min_gap_hours\": 1}";
    int ring = random.nextInt(300);
    int talk = random.nextInt(500);
    int report = random.nextInt(100);
    String body = ONE_LINE.formatted(key, reference, phone, maxAttempts, gap, ring, talk, report);
    return new Keyed(key, body, phone, maxAttempts);
  }
}
