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

/** What must hold of the result of an order: one, for good, and what the attempts say. */
final class ResultInvariants {
  private static final int REFUSALS_IN_ROW = 20;
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
    Result known = results.putIfAbsent(order.id(), result);
    require(known == null || known.equals(result), "a result never changes", order);
    if (known != null) {
      return;
    }
    Reason reason = result.termination().reason();
    require(result.attempts() == order.attemptCount(), "the result tells the attempts", order);
    require(REASONS.get(status).contains(reason), "the reason fits the status", order);
    switch (status) {
      case COMPLETED -> completed(order, result, reason);
      case EXPIRED -> expired(order, result);
      case FAILED ->
          require(
              reason != Reason.TECHNICAL || order.refusalsInRow() == REFUSALS_IN_ROW,
              "only twenty refusals in a row fail an order",
              order);
      default -> {}
    }
  }

  private static void completed(OrderRow order, Result result, Reason reason) {
    List<Attempt> attempts =
        order.attempts().stream()
            .map(AttemptRow::attempt)
            .filter(attempt -> attempt.number() > 0)
            .toList();
    boolean objected = attempts.stream().anyMatch(Attempt::objected);
    require(
        !objected || result.summaryCode() == SummaryCode.OBJECTION_TO_CALLS,
        "an objection sticks",
        order);
    if (reason == Reason.NORMAL) {
      require(
          objected
              || attempts.stream()
                  .anyMatch(
                      each ->
                          each.reported() != null
                              && each.reported().summary() == result.summaryCode()),
          "the result is what was reported",
          order);
    } else if (reason != Reason.REPORT_OVERDUE) {
      require(
          attempts.size() == order.terms().forCore().maxAttempts()
              && result.summaryCode() == unreached(attempts),
          "attempts are used up when all are made, and say what they met",
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

  /** Looked for by quarters of an hour, beyond every day's quota and the longest gap. */
  private static void expired(OrderRow order, Result result) {
    Duration gap = order.terms().forCore().minGap().plusHours(50);
    Instant end = order.terms().latest();
    for (Instant at = result.endedAt().plus(gap); at.isBefore(end); at = at.plusSeconds(900)) {
      require(!order.terms().permit(at), "an order does not expire before its time", order);
    }
  }

  private static void require(boolean holds, String rule, OrderRow order) {
    if (!holds) {
      throw new Violation(rule, order, order.state());
    }
  }
}
