package eu.callorders.server.order;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.tracing.TracedStep;
import eu.callorders.server.tracing.Traces;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records what orders go through, once it is written. A transaction that is rolled back afterwards
 * leaves spans, as failed work does elsewhere.
 */
public record OrderTracer(Traces traces, InstantSource realTime) {

  Instant now() {
    return realTime.instant();
  }

  /**
   * Records orders that were accepted.
   *
   * @param plans of their first attempts
   */
  void recordAccepted(List<OrderChange> plans, Instant startedAt) {
    if (!traces.areOn()) {
      return;
    }
    Instant now = now();
    for (OrderChange plan : plans) {
      CallOrder order = plan.order();
      traces.record(new TracedStep.OrderAccepted(order.tenantId(), order.id(), startedAt, now));
      recordPlan(plan, now);
    }
  }

  /** Records plans, ended attempts and ended orders. */
  void recordSaved(List<OrderChange> changes) {
    if (!traces.areOn()) {
      return;
    }
    Instant now = now();
    for (OrderChange change : changes) {
      change.endedAttempts().forEach(attempt -> recordCall(change, attempt));
      recordPlan(change, now);
      if (change.justEnded() && change.order().state() instanceof OrderState.Ended ended) {
        traces.record(
            new TracedStep.OrderEnded(
                change.order().tenantId(),
                change.order().id(),
                ended.status().wire(),
                ended.result().termination().reason().wire(),
                now,
                now));
      }
    }
  }

  private void recordPlan(OrderChange change, Instant now) {
    CallOrder order = change.order();
    change
        .newlyPlanned()
        .ifPresent(
            next ->
                traces.record(
                    new TracedStep.AttemptPlanned(order.tenantId(), order.id(), next, now, now)));
  }

  private void recordCall(OrderChange change, CallAttempt call) {
    Attempt attempt = call.attempt();
    Instant endedAt = Objects.requireNonNullElse(attempt.endedAt(), change.now());
    traces.record(
        new TracedStep.CallEnded(
            call.tenantId(),
            change.order().id(),
            call.id(),
            attempt.attemptNumber(),
            attempt.status().wire(),
            wire(attempt.disposition()),
            wire(attempt.cause()),
            change.toRealTime(call.intendedAt()),
            change.toRealTime(endedAt)));
  }

  private static @Nullable String wire(@Nullable Disposition disposition) {
    return disposition == null ? null : disposition.wire();
  }

  private static @Nullable String wire(@Nullable Cause cause) {
    return cause == null ? null : cause.wire();
  }
}
