package eu.callorders.server.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.Tenant.RetentionPeriods;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.Period;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tenants' table. Only {@link TestClock} changes their clocks. */
public final class TenantStore {
  private static final String LOAD =
      """
      SELECT id, name, disabled, default_locale, timezone, verification_mode,
             calling_hours::text AS calling_hours, max_concurrent_calls, max_dials_per_day,
             max_contacts_per_subject_per_day, max_contacts_per_number_per_day, max_open_orders,
             transcript_mode, transcript_retention, recording_retention, result_months,
             sequences_enabled, outcome_rules::text, signals_end_orders, promise_grace_days,
             promise_signal, caller_ids, allowed_countries, clock_offset_ms,
             disclosures::text AS disclosures, requests_per_second, requests_burst,
             body_bytes_per_second, body_bytes_burst
        FROM tenant
      """;

  /** A join, because a list parameter of unknown length would be planned at each execution. */
  private static final String FIND = LOAD + "WHERE id IN (SELECT unnest($1::uuid[]))";

  private static final String LIST =
      LOAD + "WHERE ($1::text IS NULL OR name = $1) AND id < $2 ORDER BY id DESC LIMIT $3";

  private static final String LOCK = "SELECT id FROM tenant WHERE id = $1 FOR UPDATE";

  private static final String INSERT =
      """
      INSERT INTO tenant (
        id, name, disabled, default_locale, timezone, verification_mode, calling_hours,
        max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
        max_open_orders, transcript_mode, transcript_retention, recording_retention,
        result_months, sequences_enabled, caller_ids, outcome_rules, signals_end_orders,
        promise_grace_days, promise_signal, allowed_countries, max_contacts_per_number_per_day,
        disclosures, requests_per_second, requests_burst, body_bytes_per_second,
        body_bytes_burst, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7::text::json, $8, $9, $10, $11, $12, $13, $14, $15, $16,
              $17, $18::text::json, $19, $20, $21, $22, $23, $24::text::json, $25, $26, $27, $28, $29,
              $29)
      """;

  private static final String UPDATE =
      """
      UPDATE tenant
         SET name = $2, disabled = $3, default_locale = $4, timezone = $5,
             verification_mode = $6, calling_hours = $7::text::json, max_concurrent_calls = $8,
             max_dials_per_day = $9, max_contacts_per_subject_per_day = $10,
             max_open_orders = $11, transcript_mode = $12, transcript_retention = $13,
             recording_retention = $14, result_months = $15, sequences_enabled = $16,
             caller_ids = $17, outcome_rules = $18::text::json, signals_end_orders = $19,
             promise_grace_days = $20, promise_signal = $21, allowed_countries = $22,
             max_contacts_per_number_per_day = $23, disclosures = $24::text::json,
             requests_per_second = $25, requests_burst = $26, body_bytes_per_second = $27,
             body_bytes_burst = $28, updated_at = $29
       WHERE id = $1
      """;

  private static final String SET_NEW_SETTINGS =
      """
      UPDATE tenant
         SET outcome_rules = $1::text::json
       WHERE id IN (SELECT id FROM tenant WHERE outcome_rules IS NULL ORDER BY id LIMIT $2
                       FOR UPDATE)
      RETURNING id
      """;

  private static final String SET_NEW_SETTINGS_OF_ONE =
      "UPDATE tenant SET outcome_rules = $2::text::json WHERE id = $1 AND outcome_rules IS NULL";

  private static final String DISABLE =
      "UPDATE tenant SET disabled = true, updated_at = $2 WHERE id = $1";

  private static final String DELETE = "DELETE FROM tenant WHERE id = $1";

  /** Greater than every identifier. */
  private static final UUID LAST = new UUID(-1, -1);

  private TenantStore() {}

  public static Future<Optional<Tenant>> find(SqlConnection connection, UUID id) {
    return findAll(connection, List.of(id)).map(found -> Optional.ofNullable(found.get(id)));
  }

  /** The time of an existing tenant. */
  public static Future<Instant> now(SqlConnection connection, UUID id, InstantSource realTime) {
    return find(connection, id).map(tenant -> tenant.orElseThrow().now(realTime));
  }

  /** The tenants with these ids; unknown ones are absent. */
  public static Future<Map<UUID, Tenant>> findAll(SqlConnection connection, Collection<UUID> ids) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of((Object) ids.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .map(TenantStore::tenant)
                    .collect(Collectors.toMap(Tenant::id, Function.identity())));
  }

  /** Fails with {@code not_found} when there is none. */
  public static Future<Tenant> require(SqlConnection connection, UUID id) {
    return find(connection, id).map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** As {@link #require}; locks the tenant until the transaction ends. */
  public static Future<Tenant> requireForUpdate(SqlConnection connection, UUID id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .compose(locked -> require(connection, id));
  }

  /** The newest tenant with that name; names need not be unique. */
  public static Future<Optional<Tenant>> findByName(SqlConnection connection, String name) {
    return select(connection, Tuple.of(name, LAST, 1)).map(found -> found.stream().findFirst());
  }

  /** The newest {@code limit} tenants older than {@code before}, newest first. */
  public static Future<List<Tenant>> list(
      SqlConnection connection, @Nullable UUID before, int limit) {
    return select(connection, Tuple.of(null, before == null ? LAST : before, limit));
  }

  private static Future<List<Tenant>> select(SqlConnection connection, Tuple parameters) {
    return Statements.list(connection, LIST, parameters, TenantStore::tenant);
  }

  public static Future<Void> insert(SqlConnection connection, Tenant tenant, Instant now) {
    return write(connection, INSERT, tenant, now);
  }

  /** Writes all settings except the clock. */
  public static Future<Void> update(SqlConnection connection, Tenant tenant, Instant now) {
    return write(connection, UPDATE, tenant, now);
  }

  /**
   * Sets the settings that tenants of an earlier release lack to their nulls; returns the changed
   * tenants.
   */
  public static Future<List<UUID>> setNewSettings(SqlConnection connection, int limit) {
    return connection
        .preparedQuery(SET_NEW_SETTINGS)
        .execute(Tuple.of(OutcomeRulesJson.write(OutcomeRules.NONE).toString(), limit))
        .map(RowMapper.toList(row -> row.getUUID("id")));
  }

  /** The same for one tenant; false if it lacks none. */
  public static Future<Boolean> setNewSettings(SqlConnection connection, UUID id) {
    return connection
        .preparedQuery(SET_NEW_SETTINGS_OF_ONE)
        .execute(Tuple.of(id, OutcomeRulesJson.write(OutcomeRules.NONE).toString()))
        .map(result -> result.rowCount() == 1);
  }

  public static Future<Void> disable(SqlConnection connection, UUID id, Instant now) {
    return Statements.updateOne(connection, DISABLE, id, RowMapper.time(now));
  }

  /** Deletes the row of a tenant; no other table refers to it anymore. */
  public static Future<Void> delete(SqlConnection connection, UUID id) {
    return Statements.updateOne(connection, DELETE, id);
  }

  private static Future<Void> write(
      SqlConnection connection, String statement, Tenant tenant, Instant now) {
    TenantQuotas quotas = tenant.quotas();
    RetentionPeriods retention = tenant.retention();
    Tuple values =
        Tuple.tuple()
            .addUUID(tenant.id())
            .addString(tenant.name())
            .addBoolean(tenant.disabled())
            .addString(tenant.defaultLocale())
            .addString(tenant.timezone().getId())
            .addString(tenant.verificationMode())
            .addString(tenant.callingHours().toString())
            .addInteger(quotas.maxConcurrentCalls())
            .addInteger(quotas.maxDialsPerDay())
            .addInteger(quotas.maxContactsPerSubjectPerDay())
            .addInteger(quotas.maxOpenOrders())
            .addString(retention.transcriptMode())
            .addString(retention.transcripts().toString())
            .addString(retention.recordings().toString())
            .addInteger(retention.resultMonths())
            .addBoolean(tenant.sequencesEnabled())
            .addArrayOfString(
                tenant.callerIds().stream().map(PhoneNumber::e164).toArray(String[]::new))
            .addString(OutcomeRulesJson.write(tenant.outcomes().rules()).toString())
            .addBoolean(tenant.outcomes().signalsEndOrders())
            .addInteger(tenant.outcomes().promiseGraceDays())
            .addString(tenant.outcomes().promiseSignal())
            .addArrayOfString(tenant.allowedCountries().sorted().toArray(String[]::new))
            .addInteger(quotas.maxContactsPerNumberPerDay())
            .addString(tenant.disclosures().toString());
    addLimit(values, tenant.rateLimits().requests());
    addLimit(values, tenant.rateLimits().bodyBytes());
    values.addOffsetDateTime(RowMapper.time(now));
    return Statements.updateOne(connection, statement, values);
  }

  private static void addLimit(Tuple values, @Nullable RateLimit limit) {
    values
        .addInteger(limit == null ? null : limit.perSecond())
        .addInteger(limit == null ? null : limit.burst());
  }

  private static Tenant tenant(Row row) {
    return new Tenant(
        row.getUUID("id"),
        row.getString("name"),
        row.getBoolean("disabled"),
        row.getString("default_locale"),
        ZoneId.of(row.getString("timezone")),
        row.getString("verification_mode"),
        (ObjectNode) Json.parse(row.getString("calling_hours")),
        new TenantQuotas(
            row.getInteger("max_concurrent_calls"),
            row.getInteger("max_dials_per_day"),
            row.getInteger("max_contacts_per_subject_per_day"),
            row.getInteger("max_contacts_per_number_per_day"),
            row.getInteger("max_open_orders")),
        rateLimits(row),
        new RetentionPeriods(
            row.getString("transcript_mode"),
            Period.parse(row.getString("transcript_retention")),
            Period.parse(row.getString("recording_retention")),
            row.getInteger("result_months")),
        row.getBoolean("sequences_enabled"),
        outcomes(row),
        Stream.of(row.getArrayOfStrings("caller_ids")).map(PhoneNumber::new).toList(),
        AllowedCountries.of(List.of(row.getArrayOfStrings("allowed_countries"))),
        Duration.ofMillis(row.getLong("clock_offset_ms")),
        (ObjectNode) Json.parse(row.getString("disclosures")));
  }

  /** The limits in the columns of a tenant, which other statements may read too. */
  public static TenantRateLimits rateLimits(Row row) {
    return new TenantRateLimits(
        RateLimit.ofNullable(
            row.getInteger("requests_per_second"), row.getInteger("requests_burst")),
        RateLimit.ofNullable(
            row.getInteger("body_bytes_per_second"), row.getInteger("body_bytes_burst")));
  }

  private static OutcomeSettings outcomes(Row row) {
    String rules = row.getString("outcome_rules");
    return new OutcomeSettings(
        rules == null ? OutcomeRules.NONE : OutcomeRulesJson.read(Json.parse(rules)),
        row.getBoolean("signals_end_orders"),
        row.getInteger("promise_grace_days"),
        row.getString("promise_signal"));
  }
}
