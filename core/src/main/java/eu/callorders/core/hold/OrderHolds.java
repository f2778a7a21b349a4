package eu.callorders.core.hold;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
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

  /** When the last hold on the phone ends; empty without a hold, or while one has no end. */
  public Optional<Instant> end(PhoneNumber phone) {
    Set<ActiveHold> holds = byPhone.getOrDefault(phone, Set.of());
    return holds.stream().anyMatch(hold -> hold.until() == null)
        ? Optional.empty()
        : holds.stream().map(ActiveHold::until).max(Instant::compareTo);
  }

  /** When the first of these phones is free; empty while each has a hold without end. */
  public Optional<Instant> firstEnd(List<PhoneNumber> phones) {
    return phones.stream().map(this::end).flatMap(Optional::stream).min(Instant::compareTo);
  }
}
