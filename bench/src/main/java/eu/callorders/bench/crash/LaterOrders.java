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
  private static final Duration FIRST = Duration.ofDays(2);
  private static final Duration SECOND = Duration.ofDays(4);

  /** Of subjects who answer without a result. */
  static final List<String> ANSWERING =
      IntStream.range(0, 6).mapToObj(person -> "+447700900" + person + "00").toList();

  /** Of subjects who object when they are called. */
  static final List<String> OBJECTING =
      IntStream.range(0, 3).mapToObj(person -> "+447700900" + person + "25").toList();

  /** Of the subject that is erased after the call. */
  static final String ERASED = "+447700900900";

  private LaterOrders() {}

  /**
   * @param now on the tenant's clock
   */
  static List<OrderMix.Keyed> all(Instant now) {
    List<OrderMix.Keyed> orders = new ArrayList<>();
    ANSWERING.forEach(phone -> orders.add(order(orders.size() + 1, phone, now.plus(FIRST))));
    OBJECTING.forEach(phone -> orders.add(order(orders.size() + 1, phone, now.plus(FIRST))));
    OBJECTING.forEach(phone -> orders.add(order(orders.size() + 1, phone, now.plus(SECOND))));
    orders.add(order(orders.size() + 1, ERASED, now.plus(FIRST)));
    return orders;
  }

  private static OrderMix.Keyed order(int number, String phone, Instant notBefore) {
    String window = "\"window\": {\"not_before\": \"" + notBefore + "\"}";
    return OrderMix.order("later-" + number, reference(phone), phone, 1, window);
  }

  static String reference(String phone) {
    return "LATER-" + phone.substring(1);
  }
}
