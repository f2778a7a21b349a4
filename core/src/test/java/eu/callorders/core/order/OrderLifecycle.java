package eu.callorders.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One order that applies commands and verifies each result. */
final class OrderLifecycle {
  private final OrderTerms terms;
  private final List<PastAttempt> history = new ArrayList<>();
  private final List<EventType> events = new ArrayList<>(List.of(EventType.CALL_ORDER_ACCEPTED));
  private final List<OrderCommand> appliedCommands = new ArrayList<>();
  private OrderState state = new OrderState.Accepted();
  private int consecutiveRefusals;
  private int refusedAttempts;
  private final Instant acceptedAt;

  OrderLifecycle(OrderTerms terms, Instant acceptedAt) {
    this.terms = terms;
    this.acceptedAt = acceptedAt;
  }

  void apply(OrderCommand command, Instant now) {
    appliedCommands.add(command);
    switch (OrderDecider.decide(state, List.copyOf(history), command, now)) {
      case OrderDecision.Accept(var next, var emitted) -> {
        assertThat(state.status().terminal()).as("nothing changes after the end").isFalse();
        assertThat(emitted.contains(next.status().enteredEvent()))
            .as("a change of status emits its event, and no other change does")
            .isEqualTo(next.status() != state.status());
        events.addAll(emitted);
        state = next;
      }
      case OrderDecision.Ignore _ -> assertThat(byClient(command)).as("%s", command).isFalse();
      case OrderDecision.Reject _ -> assertThat(byClient(command)).as("%s", command).isTrue();
    }
    if (state instanceof OrderState.Scheduled(var at)) {
      assertThat(terms.windows().values())
          .as("planned for %s", at)
          .anyMatch(window -> window.permits(at));
    }
    if (state instanceof OrderState.Ended ended) {
      assertEnded(ended, now);
    }
  }

  private static boolean byClient(OrderCommand command) {
    return command instanceof OrderCommand.Edit || command instanceof OrderCommand.Cancel;
  }

  private void assertEnded(OrderState.Ended ended, Instant now) {
    assertThat(ended.result().attempts()).isEqualTo(history.size());
    assertThat(ended.result().attempts()).isLessThanOrEqualTo(terms.maxAttempts());
    assertThat(ended.result().endedAt()).isBeforeOrEqualTo(now);
    assertThat(events.getLast()).isEqualTo(ended.status().enteredEvent());
    assertThat(events.stream().filter(OrderLifecycle::terminal)).hasSize(1);
    OrderCommand repeated = new OrderCommand.StartAttempt(new UUID(0, 0));
    assertThat(OrderDecider.decide(ended, history, repeated, now))
        .isInstanceOf(OrderDecision.Ignore.class);
  }

  private static boolean terminal(EventType event) {
    return switch (event) {
      case CALL_ORDER_COMPLETED, CALL_ORDER_EXPIRED, CALL_ORDER_CANCELED, CALL_ORDER_FAILED -> true;
      default -> false;
    };
  }

  void add(PastAttempt attempt) {
    history.add(attempt);
    consecutiveRefusals = 0;
    refusedAttempts = 0;
  }

  int nextRefusalCount(RefusalReason code) {
    refusedAttempts++;
    consecutiveRefusals = Backoff.count(consecutiveRefusals, code);
    return consecutiveRefusals;
  }

  int refusedAttempts() {
    return refusedAttempts;
  }

  /** When its next work is due. */
  Instant dueAt(Instant now) {
    return state instanceof OrderState.Scheduled(var at) ? at : now;
  }

  boolean ended() {
    return state.status().terminal();
  }

  OrderState state() {
    return state;
  }

  OrderTerms terms() {
    return terms;
  }

  List<PastAttempt> history() {
    return List.copyOf(history);
  }

  @Override
  public String toString() {
    return "%s accepted %s, %s after %s".formatted(terms, acceptedAt, state, appliedCommands);
  }
}
