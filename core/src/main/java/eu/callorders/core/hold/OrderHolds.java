package eu.callorders.core.hold;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The holds that stand on an order at one instant.
 *
 * @param byPhone of each phone of the order that at least one bars
 * @param barOrder whether they bar the phone to dial next
 * @param freeAt while they bar the order: when it may be tried next; null when unknown
 */
public record OrderHolds(
    Map<PhoneNumber, Set<ActiveHold>> byPhone, boolean barOrder, @Nullable Instant freeAt) {
  public static final OrderHolds NONE = new OrderHolds(Map.of());

  public OrderHolds {
    byPhone = Map.copyOf(byPhone);
  }

  /** Holds of which is unknown whether they bar the order. */
  public OrderHolds(Map<PhoneNumber, Set<ActiveHold>> byPhone) {
    this(byPhone, false, null);
  }

  /**
   * These holds, which bar the order.
   *
   * @param next when it may be tried next; empty when unknown
   */
  public OrderHolds barringOrder(Optional<Instant> next) {
    return new OrderHolds(byPhone, true, next.orElse(null));
  }

  public boolean isEmpty() {
    return byPhone.isEmpty();
  }

  public boolean bar(PhoneNumber phone) {
    return byPhone.containsKey(phone);
  }

  /** The holds that bar a phone, oldest first. */
  public List<ActiveHold> of(PhoneNumber phone) {
    return sorted(byPhone.getOrDefault(phone, Set.of()));
  }

  /** All of them, oldest first. */
  public List<ActiveHold> all() {
    return sorted(byPhone.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));
  }

  /** Identifiers are ordered by time, as unsigned numbers. */
  private static List<ActiveHold> sorted(Set<ActiveHold> holds) {
    return holds.stream().sorted(Comparator.comparing(hold -> hold.id().toString())).toList();
  }

  /** The one that ends last of each barred phone, which is not free before; oldest first. */
  public List<ActiveHold> last() {
    return sorted(
        byPhone.keySet().stream()
            .map(phone -> ActiveHold.last(of(phone)))
            .flatMap(Optional::stream)
            .collect(Collectors.toSet()));
  }

  /** When the holds of each phone have ended; without phones that a hold without end bars. */
  public Map<PhoneNumber, Instant> ends() {
    Map<PhoneNumber, Instant> ends = new HashMap<>();
    byPhone
        .keySet()
        .forEach(phone -> ActiveHold.lastEnd(of(phone)).ifPresent(end -> ends.put(phone, end)));
    return ends;
  }
}
