package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.http.BodyLimit;
import eu.callorders.server.json.Json;
import eu.callorders.server.json.MergePatch;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.AllowedCountries;
import eu.callorders.server.tenant.OutcomeRulesJson;
import eu.callorders.server.tenant.OutcomeSettings;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.Tenant.RetentionPeriods;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantQuotas;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.CallTimesCheck;
import eu.callorders.server.window.CountryCodes;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON of a tenant for operators. */
final class TenantDocument {
  private static final String RATE_LIMIT = "rate_limit";
  private static final String BODY_LIMIT = "body_limit";
  private static final String OUTCOME_RULES = "outcome_rules"; // null removes a rule

  private final String environment;
  private final TenantSnapshotView snapshot;

  TenantDocument(String environment, TenantSnapshotView snapshot) {
    this.environment = environment;
    this.snapshot = snapshot;
  }

  /** The tenant's own view plus the settings that it does not see. */
  ObjectNode render(Tenant tenant) {
    ObjectNode document =
        snapshot
            .render(tenant)
            .put("disabled", tenant.disabled())
            .put("timezone", tenant.timezone().getId());
    document.set("quotas", Json.mapper().valueToTree(tenant.quotas()));
    document.put(RATE_LIMIT, format(tenant.rateLimits().requests()));
    document.put(BODY_LIMIT, format(tenant.rateLimits().bodyBytes()));
    ArrayNode callerIds = document.putArray("caller_ids");
    tenant.callerIds().forEach(phone -> callerIds.add(phone.e164()));
    OutcomeSettings outcomes = tenant.outcomes();
    document.set(OUTCOME_RULES, OutcomeRulesJson.write(outcomes.rules()));
    document.set("disclosures", tenant.disclosures().deepCopy());
    return document
        .put("signals_end_orders", outcomes.signalsEndOrders())
        .put("promise_grace_days", outcomes.promiseGraceDays())
        .put("promise_signal", outcomes.promiseSignal());
  }

  /**
   * The same of a tenant that may be being deleted.
   *
   * @param deletionRequestedAt null for all others
   */
  ObjectNode render(Tenant tenant, @Nullable Instant deletionRequestedAt) {
    ObjectNode document = render(tenant);
    return deletionRequestedAt == null
        ? document
        : document.put("deletion_requested_at", Timestamps.format(deletionRequestedAt));
  }

  /**
   * The tenant after a valid merge patch; null resets a member. Throws a {@link ProblemException}
   * when a range of hours ends before it begins or overlaps another, when a country is unknown,
   * when a broken promise would emit a signal that the service interprets, or when the limit of
   * bodies would refuse the largest body.
   */
  Tenant patch(Tenant tenant, ObjectNode patch) {
    Tenant defaults = TenantDefaults.tenant(tenant.id(), tenant.name(), environment);
    ObjectNode merged =
        MergePatch.apply(render(tenant), patch.deepCopy().without(OUTCOME_RULES), Set.of());
    ObjectNode complete = MergePatch.apply(render(defaults), merged, Set.of());
    List<FieldError> faults =
        new ArrayList<>(
            CallTimesCheck.faults(
                complete.at("/calling_hours/local_call_times"), "/calling_hours/local_call_times"));
    faults.addAll(signalFaults(complete.path("promise_signal")));
    faults.addAll(unknownCountries(complete.path("allowed_countries")));
    faults.addAll(bodyLimitFaults(complete.path(BODY_LIMIT)));
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
    return read(
        tenant,
        complete,
        OutcomeRulesJson.patch(
            tenant.outcomes().rules(), patch.get(OUTCOME_RULES), defaults.outcomes().rules()));
  }

  private static List<FieldError> unknownCountries(JsonNode codes) {
    List<FieldError> faults = new ArrayList<>();
    for (int index = 0; index < codes.size(); index++) {
      if (!CountryCodes.contains(codes.path(index).textValue())) {
        faults.add(
            FieldError.body(
                "/allowed_countries/" + index,
                "enum",
                "must be the code of a country, or *",
                Map.of("rule", "country")));
      }
    }
    return faults;
  }

  private static List<FieldError> signalFaults(JsonNode type) {
    return type.isTextual() && Fact.PLATFORM_SIGNALS.contains(new Fact.Signal(type.asText()))
        ? List.of(
            FieldError.body(
                "/promise_signal",
                "inconsistent",
                "must be a type that the service does not interpret",
                Map.of("rule", "own_signal_type")))
        : List.of();
  }

  private static List<FieldError> bodyLimitFaults(JsonNode limit) {
    return limit.isTextual()
            && RateLimit.parse(limit.textValue()).burst() < BodyLimit.MAX_BODY_BYTES
        ? List.of(
            FieldError.body(
                "/" + BODY_LIMIT,
                "inconsistent",
                "the burst must be %d at least, the largest body"
                    .formatted(BodyLimit.MAX_BODY_BYTES),
                Map.of("rule", "largest_body")))
        : List.of();
  }

  private static @Nullable String format(@Nullable RateLimit limit) {
    return limit == null ? null : limit.format();
  }

  private static @Nullable RateLimit limit(JsonNode text) {
    return text.isTextual() ? RateLimit.parse(text.textValue()) : null;
  }

  private static Tenant read(Tenant before, ObjectNode document, OutcomeRules rules) {
    JsonNode retention = document.path("retention");
    return new Tenant(
        before.id(),
        document.path("name").textValue(),
        document.path("disabled").booleanValue(),
        document.path("default_locale").textValue(),
        ZoneId.of(document.path("timezone").textValue()),
        document.path("verification_mode").textValue(),
        document.withObjectProperty("calling_hours"),
        Json.mapper().convertValue(document.path("quotas"), TenantQuotas.class),
        new TenantRateLimits(limit(document.path(RATE_LIMIT)), limit(document.path(BODY_LIMIT))),
        new RetentionPeriods(
            retention.path("transcript_mode").textValue(),
            Period.parse(retention.path("transcript_retention").textValue()),
            Period.parse(retention.path("recording_retention").textValue()),
            retention.path("result_months").intValue()),
        document.at("/features/sequences_enabled").booleanValue(),
        new OutcomeSettings(
            rules,
            document.path("signals_end_orders").booleanValue(),
            document.path("promise_grace_days").intValue(),
            document.path("promise_signal").textValue()),
        Json.items(document.path("caller_ids"))
            .map(phone -> new PhoneNumber(phone.textValue()))
            .toList(),
        AllowedCountries.of(
            Json.items(document.path("allowed_countries")).map(JsonNode::textValue).toList()),
        before.clockOffset(),
        document.withObjectProperty("disclosures"));
  }
}
