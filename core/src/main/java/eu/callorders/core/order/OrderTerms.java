package eu.callorders.core.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The terms of an order's attempts, fixed at acceptance or by an edit.
 *
 * @param phones in dial order, without duplicates
 * @param maxAttempts limit of the attempts that count
 * @param minGap from the end of any attempt at the person to the next one
 * @param randomize whether a redial is placed at random in its permitted interval
 * @param windows when the person may be called at each phone; cut at {@code expiresAt}
 * @param expiresAt no attempt starts at or after this instant
 */
public record OrderTerms(
    List<PhoneNumber> phones,
    int maxAttempts,
    Duration minGap,
    boolean randomize,
    Map<PhoneNumber, CallingWindow> windows,
    Instant expiresAt) {

  public OrderTerms {
    phones = List.copyOf(phones);
    windows = limitTo(windows, phones, expiresAt);
  }

  private static Map<PhoneNumber, CallingWindow> limitTo(
      Map<PhoneNumber, CallingWindow> windows, List<PhoneNumber> phones, Instant end) {
    return phones.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                phone -> phone,
                phone -> Objects.requireNonNull(windows.get(phone)).closedFrom(end)));
  }

  public CallingWindow window(PhoneNumber phone) {
    return Objects.requireNonNull(windows.get(phone), "not a phone of the order");
  }
}
