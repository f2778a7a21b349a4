package eu.callorders.core.simulation;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Invariants of attempts: numbers, outcomes and deadlines. */
final class AttemptInvariants {
  /** Twice the longest call, and a day of faults. */
  private static final Duration TIMEOUT = Duration.ofMinutes(35).plusDays(1);

  private final VirtualScheduler world;

  AttemptInvariants(VirtualScheduler world) {
    this.world = world;
  }

  void changed(Gateway gateway, @Nullable OrderRow before, OrderRow after) {
    numbers(after);
    for (AttemptRow attempt : after.attempts()) {
      AttemptRow was = before == null ? null : find(before, attempt.id());
      if (!attempt.equals(was)) {
        changed(gateway, after, was, attempt);
      }
    }
  }

  private static @Nullable AttemptRow find(OrderRow order, UUID attemptId) {
    return order.attempts().stream()
        .filter(each -> each.id().equals(attemptId))
        .findFirst()
        .orElse(null);
  }

  private void changed(
      Gateway gateway, OrderRow order, @Nullable AttemptRow was, AttemptRow attempt) {
    AttemptStatus status = attempt.attempt().status();
    boolean refusedByGateway = gateway.result(attempt.id()) instanceof PlaceResult.Refused;
    if (attempt.refused() && (!refusedByGateway || attempt.attempt().attemptNumber() != 0)) {
      throw new Violation("refused attempt counted", order, attempt);
    }
    if (was != null && rank(status) < rank(was.attempt().status())) {
      throw new Violation("attempt status moved backward", order, was);
    }
    if (was != null
        && was.attempt().attemptNumber() != 0
        && was.attempt().attemptNumber() != attempt.attempt().attemptNumber()) {
      throw new Violation("attempt number changed", order, was);
    }
    boolean outcomeUnknown =
        attempt.attempt().cause() == Cause.OUTCOME_UNKNOWN
            && (was == null || was.attempt().cause() == null);
    SimulatedCall call = gateway.call(attempt.id());
    if (outcomeUnknown && call != null && call.open()) {
      throw new Violation("outcome declared unknown during the call", order, attempt);
    }
    if (outcomeUnknown && attempt.attempt().attemptNumber() == 0) {
      throw new Violation("attempt with unknown outcome did not count", order, attempt);
    }
  }

  private static int rank(AttemptStatus status) {
    return status == AttemptStatus.REFUSED ? AttemptStatus.PLACED.ordinal() : status.ordinal();
  }

  /** Numbers start at 1, without gaps, up to max_attempts. */
  private static void numbers(OrderRow order) {
    List<Integer> numbers =
        order.attempts().stream()
            .map(each -> each.attempt().attemptNumber())
            .filter(number -> number > 0)
            .sorted()
            .toList();
    if (!numbers.equals(IntStream.rangeClosed(1, order.attemptCount()).boxed().toList())) {
      throw new Violation("attempt numbers are not consecutive", order, numbers);
    }
    int refused = 0;
    for (AttemptRow attempt : order.attempts()) {
      refused =
          attempt.refused() ? refused + 1 : attempt.attempt().attemptNumber() > 0 ? 0 : refused;
    }
    if (order.consecutiveRefusals() > refused) { // fewer: not each is for want of capacity
      throw new Violation("consecutive refusals miscounted", order, refused);
    }
    if (order.attemptCount() > order.terms().orderTerms().maxAttempts()) {
      throw new Violation("max_attempts exceeded", order, order.attemptCount());
    }
  }

  void deadlines(SimulatedStore store) {
    store.open().forEach(order -> deadlines(order, TIMEOUT));
  }

  /** Long after its last moment, an attempt has no open line and no pending report. */
  private void deadlines(OrderRow order, Duration timeout) {
    Instant now = world.now();
    for (AttemptRow attempt : order.attempts()) {
      AttemptStatus status = attempt.attempt().status();
      if (status.running() && now.isAfter(attempt.intent().notAfter().plus(timeout))) {
        throw new Violation("attempt never ended", order, attempt);
      }
      if (status == AttemptStatus.ENDED
          && order.tenant().now(now).isAfter(attempt.reportDueAt().plus(timeout))) {
        throw new Violation("report awaited for too long", order, attempt);
      }
    }
  }

  /** No order is stuck after all faults are over. */
  void atEnd(SimulatedStore store) {
    Duration timeout = Duration.ofMinutes(35);
    store.open().forEach(order -> deadlines(order, timeout));
    store.open().filter(OrderRow::open).forEach(order -> atEnd(store, order));
  }

  private void atEnd(SimulatedStore store, OrderRow order) {
    Instant now = order.tenant().now(world.now());
    boolean progressing =
        switch (order.state()) {
          case OrderState.Accepted _ -> order.createdAt().isAfter(now.minusSeconds(60));
          case OrderState.Scheduled(var at) ->
              at.isAfter(now.minusSeconds(60))
                  || store.running(order.tenant()) >= order.tenant().concurrentCalls;
          case OrderState.Dialing(var id, var _) -> isPending(order, id);
          case OrderState.InProgress(var id, var _) -> isPending(order, id);
          case OrderState.Ended _ -> true;
        };
    if (!progressing) {
      throw new Violation("order is stuck", order, now);
    }
  }

  private static boolean isPending(OrderRow order, UUID attemptId) {
    AttemptRow attempt = order.attempt(attemptId);
    return attempt.reconcileAt() != null || attempt.reportDueAt() != null;
  }
}
