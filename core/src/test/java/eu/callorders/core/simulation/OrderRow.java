package eu.callorders.core.simulation;

import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.core.order.PastAttempt;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** A stored order. */
record OrderRow(
    UUID id,
    Subject subject,
    RequestedTerms terms,
    Instant createdAt,
    OrderState state,
    int attemptCount,
    int consecutiveRefusals,
    List<AttemptRow> attempts) {

  OrderRow {
    attempts = List.copyOf(attempts);
  }

  String name() {
    return "o" + id.getLeastSignificantBits();
  }

  SimTenant tenant() {
    return subject.tenant();
  }

  OrderStatus status() {
    return state.status();
  }

  boolean open() {
    return !status().terminal();
  }

  AttemptRow attempt(UUID attemptId) {
    return attempts.stream().filter(each -> each.id().equals(attemptId)).findFirst().orElseThrow();
  }

  List<PastAttempt> history() {
    return PastAttempt.of(attempts.stream().map(AttemptRow::attempt));
  }

  OrderRow with(OrderState next) {
    return new OrderRow(
        id, subject, terms, createdAt, next, attemptCount, consecutiveRefusals, attempts);
  }

  OrderRow with(RequestedTerms edited) {
    return new OrderRow(
        id, subject, edited, createdAt, state, attemptCount, consecutiveRefusals, attempts);
  }

  OrderRow counting(int count, int refusals) {
    return new OrderRow(id, subject, terms, createdAt, state, count, refusals, attempts);
  }

  OrderRow with(List<AttemptRow> changed) {
    return new OrderRow(
        id, subject, terms, createdAt, state, attemptCount, consecutiveRefusals, changed);
  }

  OrderRow with(AttemptRow changed) {
    return with(
        attempts.stream().map(each -> each.id().equals(changed.id()) ? changed : each).toList());
  }

  @Override
  public String toString() {
    return "%s accepted %s, %d counted, %d refused in row%n %s%n %s%n %s"
        .formatted(
            name(),
            createdAt,
            attemptCount,
            consecutiveRefusals,
            terms,
            state,
            attempts.stream().map(AttemptRow::toString).collect(Collectors.joining("\n ")));
  }
}
