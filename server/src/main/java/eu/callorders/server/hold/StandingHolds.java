package eu.callorders.server.hold;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.OrderHolds;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The holds on the names of some calls, as read in one statement. */
public final class StandingHolds {
  public static final StandingHolds NONE = new StandingHolds(null, Map.of());

  private final @Nullable NameHasher hasher;
  private final Map<UUID, List<StandingHold>> byName;

  /**
   * A hold with the names that narrow it.
   *
   * @param phone hash of the number; null for every number
   * @param claim hash of the claim's number; null for every claim
   */
  record StandingHold(ActiveHold hold, @Nullable UUID phone, @Nullable UUID claim) {}

  /**
   * @param byName by the hash by which calls find them
   */
  StandingHolds(@Nullable NameHasher hasher, Map<UUID, List<StandingHold>> byName) {
    this.hasher = hasher;
    this.byName = byName;
  }

  /**
   * The holds that bar a call.
   *
   * @param target one of those that were read
   * @param now the tenant's time: a hold ends at its {@code until}, before its row says so
   */
  public OrderHolds of(HoldTarget target, Instant now) {
    if (hasher == null || byName.isEmpty()) {
      return OrderHolds.NONE;
    }
    UUID tenantId = target.tenantId();
    UUID subject = hasher.subject(tenantId, target.subjectReference());
    Set<UUID> claims = new HashSet<>();
    for (ClaimNumber claim : target.claims()) {
      claims.add(hasher.claim(tenantId, claim));
    }
    Map<PhoneNumber, Set<ActiveHold>> byPhone = new HashMap<>();
    for (PhoneNumber phone : target.phones()) {
      UUID number = hasher.phone(tenantId, phone);
      Set<UUID> names = new HashSet<>(claims);
      names.add(subject);
      names.add(number);
      Set<ActiveHold> holds = new HashSet<>();
      for (UUID name : names) {
        byName.getOrDefault(name, List.of()).stream()
            .filter(each -> names.contains(each.phone()) || each.phone() == null)
            .filter(each -> names.contains(each.claim()) || each.claim() == null)
            .map(StandingHold::hold)
            .filter(hold -> hold.until() == null || hold.until().isAfter(now))
            .forEach(holds::add);
      }
      if (!holds.isEmpty()) {
        byPhone.put(phone, holds);
      }
    }
    return new OrderHolds(byPhone);
  }
}
