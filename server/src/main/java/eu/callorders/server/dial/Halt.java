package eu.callorders.server.dial;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator's word that something is not to be dialled.
 *
 * @param reason as the operator gave it, for other operators
 * @param at real time
 */
public record Halt(UUID id, Scope scope, String reason, Instant at) {

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
