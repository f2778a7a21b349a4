package eu.callorders.server.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.ratelimit.TenantRateLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/**
 * A tenant and its settings.
 *
 * @param verificationMode how the agent verifies identity; extensible
 * @param callingHours the tenant's own hours, {@code {local_call_times, timezone}}
 * @param rateLimits of all its registrations together
 * @param outcomes what results and signals lead to
 * @param callerIds numbers to call from
 * @param allowedCountries of the phones that may be called
 * @param clockOffset how far the sandbox test clock is ahead of real time
 * @param disclosures what is spoken after the disclosure's first sentence, by language
 */
public record Tenant(
    UUID id,
    String name,
    boolean disabled,
    String defaultLocale,
    ZoneId timezone,
    String verificationMode,
    ObjectNode callingHours,
    TenantQuotas quotas,
    TenantRateLimits rateLimits,
    RetentionPeriods retention,
    boolean sequencesEnabled,
    OutcomeSettings outcomes,
    List<PhoneNumber> callerIds,
    AllowedCountries allowedCountries,
    Duration clockOffset,
    ObjectNode disclosures) {

  public Tenant {
    callerIds = List.copyOf(callerIds);
  }

  /** The tenant's time. */
  public Instant now(InstantSource realTime) {
    return realTime.instant().plus(clockOffset);
  }

  /** Retention settings; {@code transcriptMode} is {@code none} or {@code structured}. */
  public record RetentionPeriods(
      String transcriptMode, Period transcripts, Period recordings, int resultMonths) {}
}
