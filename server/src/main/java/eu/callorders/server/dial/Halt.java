package eu.callorders.server.dial;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something is not to be dialed: an operator says so, or the database may be an older copy.
 *
 * @param reason as the operator gave it, for other operators
 * @param at real time
 */
public record Halt(UUID id, Kind kind, Scope scope, String reason, Instant at) {

  /** Who lifts it: an operator's {@code resume}, or the end of a recovery. */
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
   * What is halted; null does not narrow it.
   *
   * @param country ISO 3166, that of the number
   */
  public record Scope(
      @Nullable UUID tenantId, @Nullable String country, @Nullable String orderType) {

    /** Whether all that the other one names lies in this one. */
    public boolean contains(Scope other) {
      return (tenantId == null || tenantId.equals(other.tenantId))
          && (country == null || country.equals(other.country))
          && (orderType == null || orderType.equals(other.orderType));
    }
  }
}
