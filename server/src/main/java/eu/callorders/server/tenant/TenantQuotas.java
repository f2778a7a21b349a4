package eu.callorders.server.tenant;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a tenant, with the members of the administration's {@code Quotas}; days are the
 * tenant's local days, for a subject the subject's, for a number those of its first time zone.
 *
 * @param maxContactsPerNumberPerDay null for no limit
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TenantQuotas(
    int maxConcurrentCalls,
    int maxDialsPerDay,
    int maxContactsPerSubjectPerDay,
    @Nullable Integer maxContactsPerNumberPerDay,
    int maxOpenOrders) {
  public static final TenantQuotas LIVE = new TenantQuotas(10, 1_000, 1, 3, 50_000);
  public static final TenantQuotas SANDBOX = new TenantQuotas(50, 100_000, 10, null, 1_000_000);
}
