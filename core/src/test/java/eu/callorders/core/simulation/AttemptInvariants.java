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

/** What must hold of attempts: their numbers, their fates and their deadlines. */
final class AttemptInvariants {
  /** Twice ringing and talking for as long as that may last, and a day of trouble. */
  private static final Duration LONGEST = Duration.ofMinutes(35).plusDays(1);

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
    boolean truth = gateway.truth(attempt.id()) instanceof PlaceResult.Refused;
    if (attempt.refused() && (!truth || attempt.attempt().number() != 0)) {
      throw new Violation("a proven refusal uses up nothing", order, attempt);
    }
    if (was != null && rank(status) < rank(was.attempt().status())) {
      throw new Violation("an attempt never falls back", order, was);
    }
    if (was != null
        && was.attempt().number() != 0
        && was.attempt().number() != attempt.attempt().number()) {
      throw new Violation("a number is kept", order, was);
    }
    boolean givenUp =
        attempt.attempt().cause() == Cause.OUTCOME_UNKNOWN
            && (was == null || was.attempt().cause() == null);
    SimulatedCall call = gateway.call(attempt.id());
    if (givenUp && call != null && call.open()) {
      throw new Violation("no fate is given up while the call goes on", order, attempt);
    }
    if (givenUp && attempt.attempt().number() == 0) {
      throw new Violation("an unknown fate counts", order, attempt);
    }
  }

  private static int rank(AttemptStatus status) {
    return status == AttemptStatus.REFUSED ? AttemptStatus.PLACED.ordinal() : status.ordinal();
  }

  /** From 1, without gaps, no more than allowed. */
  private static void numbers(OrderRow order) {
    List<Integer> given =
        order.attempts().stream()
            .map(each -> each.attempt().number())
            .filter(number -> number > 0)
            .sorted()
            .toList();
    if (!given.equals(IntStream.rangeClosed(1, order.attemptCount()).boxed().toList())) {
      throw new Violation("attempts that count are numbered", order, given);
    }
    int refused = 0;
    for (AttemptRow attempt : order.attempts()) {
      refused = attempt.refused() ? refused + 1 : attempt.attempt().number() > 0 ? 0 : refused;
    }
    if (order.refusalsInRow() != refused) {
      throw new Violation("refusals in a row are counted", order, refused);
    }
    if (order.attemptCount() > order.terms().forCore().maxAttempts()) {
      throw new Violation("never more than max_attempts", order, order.attemptCount());
    }
  }

  void deadlines(SimulatedStore store) {
    store.open().forEach(order -> deadlines(order, LONGEST));
  }

  /** Every line is free again, and nothing is awaited, so long after the last moment. */
  private void deadlines(OrderRow order, Duration patience) {
    Instant now = world.now();
    for (AttemptRow attempt : order.attempts()) {
      AttemptStatus status = attempt.attempt().status();
      if (status.running() && now.isAfter(attempt.intent().notAfter().plus(patience))) {
        throw new Violation("every attempt ends", order, attempt);
      }
      if (status == AttemptStatus.ENDED
          && order.tenant().now(now).isAfter(attempt.reportDueAt().plus(patience))) {
        throw new Violation("no report is awaited for ever", order, attempt);
      }
    }
  }

  /** Nothing is stuck, once all faults have been over for long. */
  void atEnd(SimulatedStore store) {
    Duration calm = Duration.ofMinutes(35);
    store.open().forEach(order -> deadlines(order, calm));
    store.open().filter(OrderRow::open).forEach(order -> atEnd(store, order));
  }

  private void atEnd(SimulatedStore store, OrderRow order) {
    Instant now = order.tenant().now(world.now());
    boolean waits =
        switch (order.state()) {
          case OrderState.Accepted _ -> order.createdAt().isAfter(now.minusSeconds(60));
          case OrderState.Scheduled(var at) ->
              at.isAfter(now.minusSeconds(60))
                  || store.running(order.tenant()) >= order.tenant().concurrentCalls;
          case OrderState.Dialing(var id, var _) -> underWay(order, id);
          case OrderState.InProgress(var id, var _) -> underWay(order, id);
          case OrderState.Ended _ -> true;
        };
    if (!waits) {
      throw new Violation("every order ends or waits for an instant", order, now);
    }
  }

  private static boolean underWay(OrderRow order, UUID attemptId) {
    AttemptRow attempt = order.attempt(attemptId);
    return attempt.checkAt() != null || attempt.reportDueAt() != null;
  }
}
