package eu.callorders.core.hold;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The holds that stand on an order at one instant.
 *
 * @param byPhone of each phone of the order that at least one bars
 */
public record OrderHolds(Map<PhoneNumber, Set<ActiveHold>> byPhone) {
  public static final OrderHolds NONE = new OrderHolds(Map.of());

  public OrderHolds {
    byPhone = Map.copyOf(byPhone);
  }

  public boolean isEmpty() {
    return byPhone.isEmpty();
  }

  public boolean bar(PhoneNumber phone) {
    return byPhone.containsKey(phone);
  }

  public boolean barAll(Collection<PhoneNumber> phones) {
    return byPhone.keySet().containsAll(phones);
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

  /** When the first of these phones is free; empty while each has a hold without end. */
  public Optional<Instant> firstEnd(List<PhoneNumber> phones) {
    return phones.stream()
        .map(phone -> ActiveHold.lastEnd(of(phone)))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }
}
