package eu.callorders.core.order;

import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What acceptance, or an edit, has fixed about the attempts of an order.
 *
 * @param phones numbers in the order in which attempts go through them, each once
 * @param maxAttempts how many attempts may count
 * @param minGap from the end of any attempt at the person to the next one
 * @param randomize whether a redial is scattered over the permitted stretch it falls into
 * @param windows when the person may be called at each of the numbers; cut at {@code expiresAt},
 *     whatever is given
 * @param expiresAt no attempt starts at or after this instant
 */
public record OrderTerms(
    List<String> phones,
    int maxAttempts,
    Duration minGap,
    boolean randomize,
    Map<String, CallingWindow> windows,
    Instant expiresAt) {

  /** How long an order may wait for its person. */
  public static final Duration PATIENCE = Duration.ofDays(30);

  public OrderTerms {
    phones = List.copyOf(phones);
    windows = cut(windows, phones, expiresAt);
  }

  private static Map<String, CallingWindow> cut(
      Map<String, CallingWindow> windows, List<String> phones, Instant end) {
    return phones.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                phone -> phone, phone -> Objects.requireNonNull(windows.get(phone)).until(end)));
  }

  /** The same window for every number. */
  public OrderTerms(
      List<String> phones,
      int maxAttempts,
      Duration minGap,
      boolean randomize,
      CallingWindow window,
      Instant expiresAt) {
    this(
        phones,
        maxAttempts,
        minGap,
        randomize,
        phones.stream().collect(Collectors.toMap(phone -> phone, phone -> window)),
        expiresAt);
  }

  /** When the person may be called at one of the order's numbers. */
  public CallingWindow window(String phone) {
    return Objects.requireNonNull(windows.get(phone), "not a number of the order");
  }

  /**
   * A contact to dial.
   *
   * @param priority lower is dialled first
   */
  public record Phone(String number, int priority) {}

  /** Numbers by priority, then as given; a number that is named twice keeps its first place. */
  public static List<String> dialOrder(List<Phone> contacts) {
    return contacts.stream()
        .sorted(Comparator.comparingInt(Phone::priority))
        .map(Phone::number)
        .distinct()
        .toList();
  }

  /**
   * When the order runs out: at {@code notAfter}, or {@link #PATIENCE} after the later of
   * acceptance and {@code notBefore}, whichever comes first.
   */
  public static Instant expiry(
      Instant acceptedAt, @Nullable Instant notBefore, @Nullable Instant notAfter) {
    Instant start = notBefore != null && notBefore.isAfter(acceptedAt) ? notBefore : acceptedAt;
    Instant end = start.plus(PATIENCE);
    return notAfter != null && notAfter.isBefore(end) ? notAfter : end;
  }
}
