package eu.callorders.core.simulation;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.core.order.Result;
import eu.callorders.core.order.Termination.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Invariants of an order's result. */
final class ResultInvariants {
  private static final int MAX_REFUSALS = 20;
  private static final Map<OrderStatus, Set<Reason>> REASONS = new EnumMap<>(OrderStatus.class);

  static {
    REASONS.put(
        OrderStatus.COMPLETED,
        EnumSet.of(
            Reason.NORMAL,
            Reason.ATTEMPTS_EXHAUSTED,
            Reason.OUTCOME_UNKNOWN,
            Reason.TECHNICAL,
            Reason.REPORT_OVERDUE));
    REASONS.put(OrderStatus.EXPIRED, EnumSet.of(Reason.WINDOW_CLOSED));
    REASONS.put(
        OrderStatus.CANCELED,
        EnumSet.of(Reason.CANCELED, Reason.SUPPRESSED, Reason.SEQUENCE_EXITED));
    REASONS.put(
        OrderStatus.FAILED,
        EnumSet.of(Reason.NUMBER_INVALID, Reason.GATEWAY_REFUSED, Reason.TECHNICAL));
  }

  private final Map<UUID, Result> results = new HashMap<>();

  void ended(OrderRow order, OrderStatus status, Result result) {
    Result existing = results.putIfAbsent(order.id(), result);
    require(existing == null || existing.equals(result), "a result never changes", order);
    if (existing != null) {
      return;
    }
    Reason reason = result.termination().reason();
    require(result.attempts() == order.attemptCount(), "the result counts the attempts", order);
    require(REASONS.get(status).contains(reason), "the reason fits the status", order);
    switch (status) {
      case COMPLETED -> completed(order, result, reason);
      case EXPIRED -> expired(order, result);
      case FAILED ->
          require(
              reason != Reason.TECHNICAL || order.consecutiveRefusals() == MAX_REFUSALS,
              "technical failure requires twenty consecutive refusals",
              order);
      default -> {}
    }
  }

  private static void completed(OrderRow order, Result result, Reason reason) {
    List<Attempt> attempts =
        order.attempts().stream()
            .map(AttemptRow::attempt)
            .filter(attempt -> attempt.attemptNumber() > 0)
            .toList();
    boolean objected = attempts.stream().anyMatch(Attempt::objected);
    require(
        !objected || result.summaryCode() == SummaryCode.OBJECTION_TO_CALLS,
        "an objection determines the summary",
        order);
    if (reason == Reason.NORMAL) {
      require(
          objected
              || attempts.stream()
                  .anyMatch(
                      each ->
                          each.conversation() != null
                              && each.conversation().summary() == result.summaryCode()),
          "the result is the reported one",
          order);
    } else if (reason != Reason.REPORT_OVERDUE) {
      require(
          attempts.size() == order.terms().orderTerms().maxAttempts()
              && result.summaryCode() == unreached(attempts),
          "completed without conversation only after all attempts",
          order);
    }
  }

  private static SummaryCode unreached(List<Attempt> attempts) {
    if (attempts.stream().anyMatch(each -> each.disposition() == Disposition.VOICEMAIL)) {
      return SummaryCode.VOICEMAIL;
    }
    if (attempts.stream().allMatch(each -> each.cause() == Cause.OUTCOME_UNKNOWN)) {
      return SummaryCode.OUTCOME_UNKNOWN;
    }
    return attempts.stream().allMatch(each -> each.cause() == Cause.CARRIER_FAULT)
        ? SummaryCode.TECHNICAL_FAILURE
        : SummaryCode.NO_CONTACT;
  }

  /** Checks every quarter of an hour, beyond the quota of a day and the longest gap. */
  private static void expired(OrderRow order, Result result) {
    Duration gap = order.terms().orderTerms().minGap().plusHours(50);
    Instant end = order.terms().latest();
    for (Instant at = result.endedAt().plus(gap); at.isBefore(end); at = at.plusSeconds(900)) {
      require(
          !order.terms().permits(at), "an order does not expire while a dial is possible", order);
    }
  }

  private static void require(boolean holds, String rule, OrderRow order) {
    if (!holds) {
      throw new Violation(rule, order, order.state());
    }
  }
}
