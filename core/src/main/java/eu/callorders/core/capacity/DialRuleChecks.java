package eu.callorders.core.capacity;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.window.WindowVerdict;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Evaluates each dial rule. */
final class DialRuleChecks {
  /** Limits the length of the message about a closed window. */
  private static final int MAX_BARRIERS = 6;

  private DialRuleChecks() {}

  static List<RuleVerdict> verdicts(Instant now, DialFacts facts) {
    return Arrays.stream(DialRule.values()).map(rule -> verdict(rule, now, facts)).toList();
  }

  private static RuleVerdict verdict(DialRule rule, Instant now, DialFacts facts) {
    return switch (rule) {
      case ORDER_STATUS -> status(now, facts.order().state());
      case ATTEMPTS_LEFT ->
          facts.order().attempts().isExhausted()
              ? block(rule, attempts(facts.order().attempts()))
              : pass(rule, attempts(facts.order().attempts()));
      case SUPPRESSION ->
          facts.order().suppressed()
              ? block(rule, "The person or the number is on the do-not-call list.")
              : pass(rule, "Neither the person nor the number is on the do-not-call list.");
      case HALT -> halt(facts);
      case ENROLLMENT_PAUSED ->
          facts.order().enrollmentPaused()
              ? wait(rule, null, "The enrollment of the order is paused.")
              : pass(rule, "No paused enrollment holds the order.");
      case WINDOW -> window(now, facts);
      case SUBJECT_BUSY ->
          facts.subject().busy()
              ? wait(rule, null, "Another call to the person is running.")
              : pass(rule, "No other call to the person is running.");
      case NUMBER_BUSY ->
          facts.order().phoneBusy()
              ? wait(rule, null, "Another call of the tenant to the number is running.")
              : pass(rule, "No other call of the tenant to the number is running.");
      case MINIMUM_GAP ->
          now.isBefore(facts.subject().minimumGapEndsAt())
              ? wait(
                  rule,
                  facts.subject().minimumGapEndsAt(),
                  "The last attempt at the person was too recent.")
              : pass(rule, "The last attempt at the person, if any, is long enough ago.");
      case CONTACTS_PER_DAY ->
          quota(
              rule,
              facts.subject().contactsToday(),
              facts.subject().dayEndsAt(),
              "contacts of the person today");
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
    };
  }

  static RuleVerdict status(Instant now, OrderState state) {
    DialRule rule = DialRule.ORDER_STATUS;
    return switch (state) {
      case OrderState.Accepted accepted ->
          wait(rule, null, "The order has been accepted and is planned next.");
      case OrderState.Scheduled(Instant at) ->
          at.isAfter(now)
              ? wait(rule, at, "The next attempt is planned for " + format(at) + ".")
              : pass(rule, "The order is due since " + format(at) + ".");
      case OrderState.Dialing dialing -> wait(rule, null, "An attempt of the order is running.");
      case OrderState.InProgress talking -> wait(rule, null, "A call of the order is going on.");
      case OrderState.Ended(var status, var result) ->
          block(
              rule,
              "The order has ended: %s (%s, %s). It is not dialed again."
                  .formatted(
                      status.wire(),
                      result.summaryCode().wire(),
                      result.termination().reason().wire()));
    };
  }

  private static RuleVerdict halt(DialFacts facts) {
    DialRule rule = DialRule.HALT;
    String reason = facts.order().haltReason();
    if (reason != null) {
      return wait(rule, null, "Dialing is halted: " + reason);
    }
    return facts.tenant().disabled()
        ? wait(rule, null, "The tenant is disabled: nothing is dialed for it.")
        : pass(rule, "No halt of dialing is active.");
  }

  private static RuleVerdict window(Instant now, DialFacts facts) {
    Optional<Instant> next = facts.order().window().nextPermitted(now);
    if (next.isPresent() && next.get().equals(now)) {
      return pass(DialRule.WINDOW, "The calling window is open.");
    }
    String message =
        facts.order().window().explain(now).barriers().stream()
            .map(WindowVerdict::message)
            .distinct()
            .limit(MAX_BARRIERS)
            .collect(Collectors.joining(" ", "The calling window is closed. ", ""));
    return next.map(until -> wait(DialRule.WINDOW, until, message))
        .orElseGet(() -> block(DialRule.WINDOW, message + " It opens no more."));
  }

  private static String attempts(Quota attempts) {
    return "%d of %d attempts of the order are used.".formatted(attempts.used(), attempts.limit());
  }

  private static RuleVerdict quota(
      DialRule rule, Quota quota, @Nullable Instant until, String noun) {
    String message = "%d of %d %s are used.".formatted(quota.used(), quota.limit(), noun);
    return quota.isExhausted() ? wait(rule, until, message) : pass(rule, message);
  }

  private static RuleVerdict weekly(DialRule rule, WeeklyQuota quota, String noun) {
    if (quota.limit() == null) {
      return pass(rule, "No country limits the " + noun + " about a claim within seven days.");
    }
    String message =
        "%d of %d %s with the person about the claim within seven days are used (row %s)."
            .formatted(quota.days().size(), quota.limit(), noun, quota.source());
    return quota.isExhausted() ? wait(rule, quota.freeAt(), message) : pass(rule, message);
  }

  private static RuleVerdict gateway(DialFacts.GatewayFacts gateway) {
    DialRule rule = DialRule.GATEWAY;
    String message = describe(gateway.status());
    return gateway.hasCapacity()
        ? pass(rule, message)
        : wait(rule, null, message + " It takes no call at the moment.");
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

  private static String format(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static RuleVerdict pass(DialRule rule, String message) {
    return new RuleVerdict(rule, Verdict.PASS, null, message);
  }

  private static RuleVerdict wait(DialRule rule, @Nullable Instant until, String message) {
    return new RuleVerdict(rule, Verdict.WAIT, until, message);
  }

  private static RuleVerdict block(DialRule rule, String message) {
    return new RuleVerdict(rule, Verdict.BLOCK, null, message);
  }
}
