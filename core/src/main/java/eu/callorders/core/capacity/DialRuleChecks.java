package eu.callorders.core.capacity;

import static eu.callorders.core.capacity.RuleVerdict.blocked;
import static eu.callorders.core.capacity.RuleVerdict.passed;
import static eu.callorders.core.capacity.RuleVerdict.waiting;

import eu.callorders.core.order.MinimumGap;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evaluates each dial rule. */
final class DialRuleChecks {
  private DialRuleChecks() {}

  static List<RuleVerdict> verdicts(Instant now, DialFacts facts) {
    return Arrays.stream(DialRule.values()).map(rule -> verdict(rule, now, facts)).toList();
  }

  private static RuleVerdict verdict(DialRule rule, Instant now, DialFacts facts) {
    return switch (rule) {
      case ORDER_STATUS -> status(now, facts.order());
      case ATTEMPTS_LEFT -> attempts(facts.order().attempts());
      case SUPPRESSION ->
          facts.order().suppressed()
              ? blocked(rule, "The person or the number is on the do-not-call list.")
              : passed(rule, "Neither the person nor the number is on the do-not-call list.");
      case COUNTRY -> country(facts.number());
      case HOLD -> HoldRuleCheck.verdict(facts.order().holds());
      case HALT -> halt(facts);
      case ENROLLMENT_PAUSED ->
          facts.order().enrollmentPaused()
              ? waiting(rule, "The enrollment of the order is paused.")
              : passed(rule, "No paused enrollment holds the order.");
      case WINDOW -> WindowRuleCheck.verdict(now, facts.order().window());
      case SUBJECT_BUSY ->
          facts.subject().busy()
              ? waiting(rule, "Another call to the person is running.")
              : passed(rule, "No other call to the person is running.");
      case NUMBER_BUSY ->
          facts.order().phoneBusy()
              ? waiting(rule, "Another call of the tenant to the number is running.")
              : passed(rule, "No other call of the tenant to the number is running.");
      case MINIMUM_GAP -> minimumGap(now, facts.subject().minimumGap());
      case CONTACTS_PER_DAY ->
          quota(
              rule,
              facts.subject().contactsToday(),
              facts.subject().dayEndsAt(),
              "contacts of the person today");
      case NUMBER_QUOTA -> numberQuota(facts.number());
      case DIALS_PER_7_DAYS -> weekly(rule, facts.subject().weeklyDials(), "dials");
      case CONVERSATIONS_PER_7_DAYS ->
          weekly(rule, facts.subject().weeklyConversations(), "conversations");
      case DIALS_PER_DAY ->
          quota(
              rule,
              facts.tenant().dialsToday(),
              facts.tenant().dayEndsAt(),
              "dials of the tenant today");
      case CONCURRENT_CALLS ->
          quota(rule, facts.tenant().concurrentCalls(), null, "calls of the tenant at once");
      case GATEWAY -> gateway(facts.gateway());
      case PREDIAL_CHECK -> PredialRuleCheck.verdict(facts.predial());
    };
  }

  private static RuleVerdict status(Instant now, DialFacts.OrderFacts order) {
    DialRule rule = DialRule.ORDER_STATUS;
    Map<String, Object> status = Map.of("status", order.state().status().wire());
    return switch (order.state()) {
      case OrderState.Accepted accepted ->
          waiting(rule, null, status, "The order has been accepted and is planned next.");
      case OrderState.Scheduled(Instant at) ->
          at.isAfter(now)
              ? waiting(
                  rule,
                  at,
                  Map.of(
                      "status",
                      order.state().status().wire(),
                      "next_attempt_at",
                      at,
                      "reason",
                      order.planReason().wire()),
                  "The next attempt is planned for " + format(at) + ".")
              : passed(rule, status, "The order is due since " + format(at) + ".");
      case OrderState.Dialing dialing ->
          waiting(rule, null, status, "An attempt of the order is running.");
      case OrderState.InProgress talking ->
          waiting(rule, null, status, "A call of the order is going on.");
      case OrderState.Ended ended -> ended(ended);
    };
  }

  static RuleVerdict ended(OrderState.Ended ended) {
    String summaryCode = ended.result().summaryCode().wire();
    String termination = ended.result().termination().reason().wire();
    return blocked(
        DialRule.ORDER_STATUS,
        Map.of(
            "status",
            ended.status().wire(),
            "summary_code",
            summaryCode,
            "termination_reason",
            termination),
        "The order has ended: %s (%s, %s). It is not dialed again."
            .formatted(ended.status().wire(), summaryCode, termination));
  }

  private static RuleVerdict attempts(Quota attempts) {
    DialRule rule = DialRule.ATTEMPTS_LEFT;
    String message =
        "%d of %d attempts of the order are used.".formatted(attempts.used(), attempts.limit());
    return attempts.isExhausted()
        ? blocked(rule, used(attempts), message)
        : passed(rule, used(attempts), message);
  }

  private static RuleVerdict country(DialFacts.NumberFacts number) {
    DialRule rule = DialRule.COUNTRY;
    Map<String, Object> parameters = new HashMap<>();
    putIfPresent(parameters, "country", number.country());
    if (!number.skippedCountries().isEmpty()) {
      parameters.put("skipped_countries", number.skippedCountries());
    }
    return number.countryAllowed()
        ? passed(rule, parameters, "The tenant may call the country of the number.")
        : waiting(rule, null, parameters, "The tenant may not call the country of the number.");
  }

  private static RuleVerdict numberQuota(DialFacts.NumberFacts number) {
    DialRule rule = DialRule.NUMBER_QUOTA;
    Quota contacts = number.contactsToday();
    return contacts == null
        ? passed(rule, "The tenant does not limit the contacts of a number.")
        : quota(rule, contacts, number.dayEndsAt(), "contacts of the number today");
  }

  private static RuleVerdict halt(DialFacts facts) {
    DialRule rule = DialRule.HALT;
    HaltFacts halt = facts.order().halt();
    if (halt != null) {
      Map<String, Object> parameters = new HashMap<>();
      parameters.put("kind", halt.kind());
      parameters.put("reason", halt.reason());
      parameters.put("halted_at", halt.haltedAt());
      putIfPresent(parameters, "tenant_id", halt.tenantId());
      putIfPresent(parameters, "country", halt.country());
      putIfPresent(parameters, "order_type", halt.orderType());
      return waiting(rule, null, parameters, "Dialing is halted: " + halt.reason());
    }
    return facts.tenant().disabled()
        ? waiting(
            rule,
            null,
            Map.of("kind", "tenant_disabled"),
            "The tenant is disabled: nothing is dialed for it.")
        : passed(rule, "No halt of dialing is active.");
  }

  private static RuleVerdict minimumGap(Instant now, @Nullable MinimumGap gap) {
    DialRule rule = DialRule.MINIMUM_GAP;
    if (gap == null) {
      return passed(rule, "No attempt at the person has been made.");
    }
    Map<String, Object> parameters =
        Map.of("last_ended_at", gap.lastEndedAt(), "gap", gap.gap(), "declined", gap.declined());
    return now.isBefore(gap.endsAt())
        ? waiting(rule, gap.endsAt(), parameters, "The last attempt at the person was too recent.")
        : passed(rule, parameters, "The last attempt at the person is long enough ago.");
  }

  private static RuleVerdict quota(
      DialRule rule, Quota quota, @Nullable Instant until, String noun) {
    String message = "%d of %d %s are used.".formatted(quota.used(), quota.limit(), noun);
    return quota.isExhausted()
        ? waiting(rule, until, used(quota), message)
        : passed(rule, used(quota), message);
  }

  private static Map<String, Object> used(Quota quota) {
    return Map.of("used", quota.used(), "limit", quota.limit());
  }

  private static RuleVerdict weekly(DialRule rule, WeeklyQuota quota, String noun) {
    if (quota.limit() == null) {
      return passed(rule, "No country limits the " + noun + " about a claim within seven days.");
    }
    int used = quota.days().size();
    Map<String, Object> parameters =
        Map.of("used", used, "limit", quota.limit(), "source", quota.source());
    String message =
        "%d of %d %s with the person about the claim within seven days are used (row %s)."
            .formatted(used, quota.limit(), noun, quota.source());
    return quota.isExhausted()
        ? waiting(rule, quota.freeAt(), parameters, message)
        : passed(rule, parameters, message);
  }

  private static RuleVerdict gateway(DialFacts.GatewayFacts gateway) {
    DialRule rule = DialRule.GATEWAY;
    Map<String, Object> parameters = Map.of("status", gateway.status().wire());
    String message = describe(gateway.status());
    return gateway.hasCapacity()
        ? passed(rule, parameters, message)
        : waiting(rule, null, parameters, message + " It takes no call at the moment.");
  }

  private static String describe(GatewayStatus condition) {
    return switch (condition) {
      case UNKNOWN -> "The gateway has not reported its status yet.";
      case UP -> "The gateway is up.";
      case DEGRADED -> "The gateway asks for fewer calls.";
      case DOWN -> "The gateway is down.";
      case OPEN ->
          "Too many calls through the gateway have failed: the tenant places none for a while.";
      case HALF_OPEN ->
          "After many failures a few calls of the tenant try whether the gateway works again.";
    };
  }

  static void putIfPresent(Map<String, Object> parameters, String name, @Nullable Object value) {
    if (value != null) {
      parameters.put(name, value);
    }
  }

  static String format(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
