package eu.callorders.server.tenant;

import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.Tenant.RetentionPeriods;
import java.time.Duration;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

public final class TenantDefaults {
  public static final ZoneId TIMEZONE = ZoneId.of("Europe/Berlin");

  private TenantDefaults() {}

  /**
   * A tenant with defaults only; a live one starts with low quotas, without sequences, with the
   * countries of Europe, and with holds after outcomes that bar further calls.
   */
  public static Tenant tenant(UUID id, String name, String environment) {
    boolean sandbox = environment.equals("sandbox");
    return new Tenant(
        id,
        name,
        false,
        "de-DE",
        TIMEZONE,
        "date_of_birth",
        Json.object().set("local_call_times", Json.array()),
        sandbox ? TenantQuotas.SANDBOX : TenantQuotas.LIVE,
        TenantRateLimits.NONE,
        new RetentionPeriods("structured", Period.ofDays(90), Period.ZERO, 36),
        sandbox,
        sandbox ? OutcomeSettings.NONE : OutcomeSettings.PROTECTIVE,
        List.of(),
        sandbox ? AllowedCountries.ALL : AllowedCountries.EUROPE,
        Duration.ZERO,
        Json.object());
  }
}
