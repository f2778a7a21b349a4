package eu.callorders.server.dial;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Money;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import eu.callorders.core.telephony.SimulatedOutcome;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps an order to the gateway's request to place a call. */
final class PlaceCallMapper {
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};
  private static final TypeReference<List<Map<String, Object>>> LIST = new TypeReference<>() {};

  /** A fictional number, for sandbox tenants without their own; live tenants need one. */
  private static final PhoneNumber SANDBOX_CALLER_ID = new PhoneNumber("+493023125999");

  private static final String SANDBOX = "sandbox";

  private static final Logger LOG = LoggerFactory.getLogger(PlaceCallMapper.class);

  /** Clients choose the locales. */
  private static final int MAX_WARNINGS = 100;

  private final Set<String> languagesWarnedOf = ConcurrentHashMap.newKeySet();
  private final String environment;
  private final CallOrigins origins;

  PlaceCallMapper(String environment, CallOrigins origins) {
    this.environment = environment;
    this.origins = origins;
  }

  /** What the agent says first; its language is that of the conversation if it has one. */
  AiDisclosure disclosure(CallOrder order, OrderType type, Tenant tenant) {
    String locale = locale(order, type, tenant);
    AiDisclosure disclosure = AiDisclosure.of(locale, creditor(order), tenant.disclosures());
    if (disclosure.fallback()
        && languagesWarnedOf.size() < MAX_WARNINGS
        && languagesWarnedOf.add(locale)) {
      LOG.warn("disclosure is English: there is none for locale {}", locale);
    }
    return disclosure;
  }

  /**
   * Maps an order.
   *
   * @param outstanding what the claim comes to now; null for what the order says
   */
  PlaceCall toPlaceCall(
      CallOrder order,
      CallAttempt intent,
      OrderType type,
      Tenant tenant,
      @Nullable Money outstanding,
      AiDisclosure disclosure) {
    return new PlaceCall(
        intent.id(),
        order.id(),
        order.tenantId(),
        order.attemptCount() + 1,
        intent.attempt().phone(),
        intent.intent().callerId(),
        agent(type),
        locale(order, type, tenant),
        briefing(order, tenant, outstanding),
        disclosure.text(),
        AttemptTimeouts.RING_TIMEOUT,
        AttemptTimeouts.MAX_DURATION,
        order.document().wantsTranscript(),
        environment,
        intent.intent().notAfter(),
        environment.equals(SANDBOX) ? intent.intent().intendedAt() : null,
        simulate(order.document().json().path("simulate")),
        origins.originOf(order, intent));
  }

  private static PlaceCall.Agent agent(OrderType type) {
    JsonNode agent = type.agent();
    return new PlaceCall.Agent(
        type.key(),
        type.version(),
        agent.path("objective").asText(),
        text(agent, "opening"),
        text(agent, "persona"),
        text(agent, "voice"));
  }

  private static String locale(CallOrder order, OrderType type, Tenant tenant) {
    String subjectLocale = text(order.document().json().path("subject"), "locale");
    String agentLocale = text(type.agent(), "locale");
    return subjectLocale != null
        ? subjectLocale
        : agentLocale != null ? agentLocale : tenant.defaultLocale();
  }

  private static Briefing briefing(CallOrder order, Tenant tenant, @Nullable Money outstanding) {
    JsonNode subject = order.document().json().path("subject");
    JsonNode context = order.document().json().path("context");
    return new Briefing(
        text(subject.path("name"), "given_name"),
        subject.path("name").path("family_name").asText(),
        text(subject, "salutation"),
        text(subject, "date_of_birth"),
        text(subject.path("address"), "postal_code"),
        claim(context.path("claim"), outstanding),
        list(context.path("history")),
        map(context.path("variables")),
        map(order.document().json().path("negotiation")),
        text(context, "notes"),
        tenant.verificationMode());
  }

  private static Map<String, Object> claim(JsonNode claim, @Nullable Money outstanding) {
    Map<String, Object> members = map(claim);
    if (outstanding == null) {
      return members;
    }
    Map<String, Object> changed = new LinkedHashMap<>(members);
    changed.put(
        "outstanding",
        Map.of("value", outstanding.wireValue(), "currency", outstanding.currency()));
    return changed;
  }

  private static String creditor(CallOrder order) {
    return order.document().json().path("context").path("claim").path("creditor_name").asText();
  }

  private static @Nullable Simulate simulate(JsonNode simulate) {
    if (simulate.isMissingNode()) {
      return null;
    }
    JsonNode outcome = simulate.path("outcome");
    List<Disposition> attempts =
        StreamSupport.stream(simulate.path("attempts").spliterator(), false)
            .map(disposition -> Disposition.of(disposition.asText()))
            .toList();
    return new Simulate(
        outcome.isMissingNode() ? null : outcome(outcome),
        attempts,
        delays(simulate.path("delays")));
  }

  private static SimulatedOutcome outcome(JsonNode outcome) {
    return new SimulatedOutcome(
        outcome.path("summary_code").asText(),
        text(outcome, "reachability"),
        text(outcome, "engagement"),
        text(outcome, "termination_actor"),
        outcome.has("findings") ? map(outcome.get("findings")) : null);
  }

  private static Simulate.Delays delays(JsonNode delays) {
    return new Simulate.Delays(
        delay(delays, "ring_ms", Simulate.Delays.DEFAULT.ring()),
        delay(delays, "talk_ms", Simulate.Delays.DEFAULT.talk()),
        delay(delays, "report_ms", Simulate.Delays.DEFAULT.report()));
  }

  private static Duration delay(JsonNode delays, String member, Duration fallback) {
    return Duration.ofMillis(delays.path(member).asLong(fallback.toMillis()));
  }

  private static @Nullable String text(JsonNode json, String member) {
    return json.hasNonNull(member) ? json.get(member).asText() : null;
  }

  private static Map<String, Object> map(JsonNode json) {
    return json.isObject() ? Json.mapper().convertValue(json, MAP) : Map.of();
  }

  private static List<Map<String, Object>> list(JsonNode json) {
    return json.isArray() ? Json.mapper().convertValue(json, LIST) : List.of();
  }

  static PhoneNumber callerId(Tenant tenant) {
    return tenant.callerIds().isEmpty() ? SANDBOX_CALLER_ID : tenant.callerIds().getFirst();
  }
}
