package eu.callorders.bench.crash;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Orders that are accepted before the backup and dialed after it, of subjects without others: some
 * answer, some object in the call and have a second order, one is erased.
 */
final class LaterOrders {
  static final Duration FIRST = Duration.ofDays(2);
  static final Duration SECOND = Duration.ofDays(4);

  private final Instant now;
  private final List<OrderMix.Keyed> orders = new ArrayList<>();

  /**
   * @param now on the tenant's clock
   */
  LaterOrders(Instant now) {
    this.now = now;
    answering().forEach(phone -> order(phone, FIRST));
    objecting().forEach(phone -> order(phone, FIRST));
    objecting().forEach(phone -> order(phone, SECOND));
    order(erased(), FIRST);
  }

  private void order(String phone, Duration notBefore) {
    String key = "later-" + (orders.size() + 1);
    String body =
        """
        {"order_type": "payment_reminder", "client_reference": "%s",
         "subject": {"reference": "%s", "name": {"family_name": "Mustermann"},
           "locale": "de-DE", "timezone": "Europe/Berlin"},
         "contacts": [{"channel": "phone", "value": "%s", "priority": 1}],
         "context": {"claim": {"outstanding": {"value": "249.90", "currency": "EUR"},
           "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "purchase_contract"}}},
         "scheduling": {"max_attempts": 1, "window": {"not_before": "%s"}},
         "simulate": {"delays": {"ring_ms": 100, "talk_ms": 300, "report_ms": 50}}}
        """
            .formatted(key, reference(phone), phone, now.plus(notBefore));
    orders.add(new OrderMix.Keyed(key, body.replaceAll("\n\\s*", ""), phone, 1));
  }

  List<OrderMix.Keyed> all() {
    return List.copyOf(orders);
  }

  /** Phones of subjects who answer without a result. */
  static List<String> answering() {
    return IntStream.range(0, 6).mapToObj(person -> "+447700900" + person + "00").toList();
  }

  /** Phones of subjects who object when they are called. */
  static List<String> objecting() {
    return IntStream.range(0, 3).mapToObj(person -> "+447700900" + person + "25").toList();
  }

  /** The phone of the subject that is erased after the call. */
  static String erased() {
    return "+447700900900";
  }

  static String reference(String phone) {
    return "LATER-" + phone.substring(1);
  }
}
