package eu.callorders.server.dial;

import eu.callorders.core.capacity.HaltFacts;
import eu.callorders.core.id.IdKind;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Excludes orders from dialing, by an operator's command or while the database may be an old copy.
 *
 * @param reason the operator's, for other operators
 * @param at real time
 */
public record Halt(UUID id, Kind kind, Scope scope, String reason, Instant at) {

  HaltFacts facts() {
    String tenant = scope.tenantId() == null ? null : IdKind.TENANT.format(scope.tenantId());
    return new HaltFacts(kind.wire(), reason, at, tenant, scope.country(), scope.orderType());
  }

  /** An operator's halt ends by {@code resume}, a recovery halt after the recovery. */
  public enum Kind {
    OPERATOR("operator"),
    RECOVERY("recovery");

    private final String wire;

    Kind(String wire) {
      this.wire = wire;
    }

    public String wire() {
      return wire;
    }

    static Kind of(String wire) {
      return wire.equals(RECOVERY.wire) ? RECOVERY : OPERATOR;
    }
  }

  /**
   * The orders halted; a null component matches all.
   *
   * @param country ISO 3166, of the phone
   */
  public record Scope(
      @Nullable UUID tenantId, @Nullable String country, @Nullable String orderType) {

    public boolean contains(Scope other) {
      return (tenantId == null || tenantId.equals(other.tenantId))
          && (country == null || country.equals(other.country))
          && (orderType == null || orderType.equals(other.orderType));
    }
  }
}
