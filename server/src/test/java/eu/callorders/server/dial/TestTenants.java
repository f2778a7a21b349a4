package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.json.Json;
import eu.callorders.server.ordertype.DefaultOrderType;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.AllowedCountries;
import eu.callorders.server.tenant.OutcomeSettings;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantQuotas;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.tenant.TestQuotas;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Month;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Tenants with quotas that no test exhausts unless it changes them. */
final class TestTenants {
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private TestTenants() {}

  /** A new tenant; its clock shows a time within every calling window. */
  static TestTenant create(DialFixture fixture) {
    UUID id = UuidV7.at(DialFixture.REAL_TIME.instant(), fixture.random);
    Instant now = DialFixture.REAL_TIME.instant();
    fixture
        .database
        .asWorker(
            connection ->
                TenantStore.insert(connection, unlimited(id), now)
                    .compose(done -> DefaultOrderType.createFor(connection, id, now))
                    .compose(done -> TestClock.moveTo(connection, id, wednesdayMorning(now))))
        .await();
    return new TestTenant(fixture, id);
  }

  /** Ten o'clock on the first Wednesday of the next July, a month without holidays. */
  private static Instant wednesdayMorning(Instant now) {
    ZonedDateTime today = now.atZone(BERLIN);
    ZonedDateTime morning =
        today
            .with(Month.JULY)
            .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
            .with(LocalTime.of(10, 0));
    ZonedDateTime inAYear =
        morning.plusYears(1).with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY));
    return (morning.isAfter(today) ? morning : inAYear).toInstant();
  }

  static Tenant unlimited(UUID id) {
    return tenant(
        id,
        false,
        (ObjectNode) Json.parse("{\"local_call_times\": []}"),
        TestQuotas.with(
            TenantQuotas.SANDBOX,
            Map.of(
                "max_concurrent_calls", 1000,
                "max_dials_per_day", 1_000_000,
                "max_contacts_per_subject_per_day", 1000)),
        "structured");
  }

  static Tenant with(Tenant tenant, TenantQuotas quotas) {
    return tenant(
        tenant.id(),
        tenant.disabled(),
        tenant.callingHours(),
        quotas,
        tenant.retention().transcriptMode());
  }

  static Tenant with(Tenant tenant, boolean disabled) {
    return tenant(
        tenant.id(),
        disabled,
        tenant.callingHours(),
        tenant.quotas(),
        tenant.retention().transcriptMode());
  }

  static Tenant with(Tenant tenant, String callingHours) {
    return tenant(
        tenant.id(),
        tenant.disabled(),
        (ObjectNode) Json.parse(callingHours),
        tenant.quotas(),
        tenant.retention().transcriptMode());
  }

  /** Whose data are kept for that many months. */
  static Tenant keeping(Tenant tenant, int months) {
    return new Tenant(
        tenant.id(),
        tenant.name(),
        tenant.disabled(),
        tenant.defaultLocale(),
        tenant.timezone(),
        tenant.verificationMode(),
        tenant.callingHours(),
        tenant.quotas(),
        tenant.rateLimits(),
        new Tenant.RetentionPeriods("structured", Period.ofDays(90), Period.ZERO, months),
        tenant.sequencesEnabled(),
        tenant.outcomes(),
        tenant.callerIds(),
        tenant.allowedCountries(),
        tenant.clockOffset(),
        tenant.disclosures());
  }

  /** With an addition to its disclosure in one language. */
  static Tenant disclosing(Tenant tenant, String language, String text) {
    return new Tenant(
        tenant.id(),
        tenant.name(),
        tenant.disabled(),
        tenant.defaultLocale(),
        tenant.timezone(),
        tenant.verificationMode(),
        tenant.callingHours(),
        tenant.quotas(),
        tenant.rateLimits(),
        tenant.retention(),
        tenant.sequencesEnabled(),
        tenant.outcomes(),
        tenant.callerIds(),
        tenant.allowedCountries(),
        tenant.clockOffset(),
        Json.object().put(language, text));
  }

  static Tenant withoutTranscripts(Tenant tenant) {
    return tenant(tenant.id(), tenant.disabled(), tenant.callingHours(), tenant.quotas(), "none");
  }

  static Tenant withSequences(Tenant tenant, boolean enabled) {
    return new Tenant(
        tenant.id(),
        tenant.name(),
        tenant.disabled(),
        tenant.defaultLocale(),
        tenant.timezone(),
        tenant.verificationMode(),
        tenant.callingHours(),
        tenant.quotas(),
        tenant.rateLimits(),
        tenant.retention(),
        enabled,
        tenant.outcomes(),
        tenant.callerIds(),
        tenant.allowedCountries(),
        tenant.clockOffset(),
        tenant.disclosures());
  }

  static Tenant calling(Tenant tenant, String... countries) {
    return new Tenant(
        tenant.id(),
        tenant.name(),
        tenant.disabled(),
        tenant.defaultLocale(),
        tenant.timezone(),
        tenant.verificationMode(),
        tenant.callingHours(),
        tenant.quotas(),
        tenant.rateLimits(),
        tenant.retention(),
        tenant.sequencesEnabled(),
        tenant.outcomes(),
        tenant.callerIds(),
        AllowedCountries.of(List.of(countries)),
        tenant.clockOffset(),
        tenant.disclosures());
  }

  static Tenant with(Tenant tenant, OutcomeSettings outcomes) {
    return new Tenant(
        tenant.id(),
        tenant.name(),
        tenant.disabled(),
        tenant.defaultLocale(),
        tenant.timezone(),
        tenant.verificationMode(),
        tenant.callingHours(),
        tenant.quotas(),
        tenant.rateLimits(),
        tenant.retention(),
        tenant.sequencesEnabled(),
        outcomes,
        tenant.callerIds(),
        tenant.allowedCountries(),
        tenant.clockOffset(),
        tenant.disclosures());
  }

  private static Tenant tenant(
      UUID id, boolean disabled, ObjectNode hours, TenantQuotas quotas, String transcripts) {
    return new Tenant(
        id,
        "Test",
        disabled,
        "de-DE",
        BERLIN,
        "date_of_birth",
        hours,
        quotas,
        TenantRateLimits.NONE,
        new Tenant.RetentionPeriods(transcripts, Period.ofDays(90), Period.ZERO, 36),
        true,
        OutcomeSettings.NONE,
        List.of(new PhoneNumber("+493023125001")),
        AllowedCountries.ALL,
        Duration.ZERO,
        Json.object());
  }
}
