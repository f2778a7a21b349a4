package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.ATTEMPT;
import static eu.callorders.core.order.Orders.FIRST;
import static eu.callorders.core.order.Orders.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.docs.StateDiagram;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.OrderTransitions.Transition;
import eu.callorders.core.order.OrderTransitions.Trigger;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the decider against the table, for every state and trigger. */
class OrderTransitionsTest {
  private static final NextAttempt RETRY = new NextAttempt.At(NOW.plusSeconds(60), FIRST);

  static Stream<Arguments> grid() {
    return Arrays.stream(OrderStatus.values())
        .flatMap(
            status ->
                Arrays.stream(Trigger.values()).map(trigger -> Arguments.of(status, trigger)));
  }

  @ParameterizedTest
  @MethodSource("grid")
  void decidesByTheTable(OrderStatus status, Trigger trigger) {
    OrderCommand command = command(trigger);
    OrderDecision decision =
        OrderDecider.decide(state(status, trigger), history(trigger), command, NOW);

    Optional<OrderStatus> expected =
        OrderTransitions.TABLE.stream()
            .filter(cell -> cell.from() == status && cell.trigger() == trigger)
            .map(Transition::to)
            .findFirst();
    if (expected.isPresent()) {
      assertAccepted(decision, status, expected.get(), command, history(trigger).size());
    } else {
      assertRejectedOrIgnored(decision, command);
    }
  }

  private static void assertAccepted(
      OrderDecision decision,
      OrderStatus from,
      OrderStatus to,
      OrderCommand command,
      int attempts) {
    assertThat(decision).isInstanceOf(OrderDecision.Accept.class);
    OrderDecision.Accept accept = (OrderDecision.Accept) decision;
    assertThat(accept.next().status()).isEqualTo(to);
    assertThat(accept.events()).isEqualTo(events(from, to, command));
    if (accept.next() instanceof OrderState.Ended ended) {
      assertThat(ended.result().attempts()).isEqualTo(attempts);
      assertThat(ended.result().endedAt()).isEqualTo(NOW);
    }
  }

  /** An edit and a hold emit their events; a change of status emits that of the new status. */
  private static List<EventType> events(OrderStatus from, OrderStatus to, OrderCommand command) {
    Stream<EventType> edit =
        command instanceof OrderCommand.Edit
            ? Stream.of(EventType.CALL_ORDER_UPDATED)
            : Stream.empty();
    Stream<EventType> between =
        from == OrderStatus.DIALING
                && (command instanceof OrderCommand.ConversationCommand
                    || command instanceof OrderCommand.ConversationStopped)
            ? Stream.of(EventType.CALL_ORDER_IN_PROGRESS)
            : Stream.empty();
    Stream<EventType> held =
        command instanceof OrderCommand.Hold
            ? Stream.of(EventType.CALL_ORDER_HELD)
            : Stream.empty();
    Stream<EventType> entered = from == to ? Stream.empty() : Stream.of(to.enteredEvent());
    return Stream.of(edit, between, held, entered).flatMap(each -> each).toList();
  }

  private static void assertRejectedOrIgnored(OrderDecision decision, OrderCommand command) {
    if (command instanceof OrderCommand.Edit) {
      assertRejected(decision, ProblemCode.ORDER_NOT_EDITABLE);
    } else if (command instanceof OrderCommand.Cancel) {
      assertRejected(decision, ProblemCode.ORDER_NOT_CANCELABLE);
    } else {
      assertThat(decision).isInstanceOf(OrderDecision.Ignore.class);
    }
  }

  private static void assertRejected(OrderDecision decision, ProblemCode code) {
    assertThat(decision).isInstanceOf(OrderDecision.Reject.class);
    assertThat(((OrderDecision.Reject) decision).problem().code()).isEqualTo(code);
  }

  @Test
  void tableHasNoDuplicateRows() {
    assertThat(
            OrderTransitions.TABLE.stream()
                .map(cell -> cell.from() + " " + cell.trigger())
                .toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void terminalStatusesHaveNoTransitions() {
    assertThat(OrderTransitions.TABLE).noneMatch(cell -> cell.from().terminal());
  }

  @Test
  void pageShowsTheTable() throws IOException {
    new StateDiagram(
            "States of a call order",
            "The transitions of a call order. Commands without a transition are ignored, or"
                + " rejected with 409 if the client requested them.",
            OrderTransitions.TABLE.stream()
                .map(
                    cell ->
                        new StateDiagram.Edge(
                            cell.from().wire(), cell.trigger().label, cell.to().wire()))
                .toList(),
            Arrays.stream(OrderStatus.values())
                .filter(OrderStatus::terminal)
                .map(OrderStatus::wire)
                .collect(Collectors.toCollection(LinkedHashSet::new)))
        .assertPageMatches("order-states.md");
  }

  private static OrderState state(OrderStatus status, Trigger trigger) {
    return switch (trigger) {
      case STOP_AGAIN, REFUSED_AFTER_STOP, UNREACHED_AFTER_STOP ->
          Orders.state(status, StopReason.SUPPRESSED);
      case STARTED_EARLY ->
          status == OrderStatus.SCHEDULED
              ? new OrderState.Scheduled(NOW.plusMillis(1))
              : Orders.state(status);
      default -> Orders.state(status);
    };
  }

  private static List<PastAttempt> history(Trigger trigger) {
    return switch (trigger) {
      case EDITED,
          EDITED_SPENT,
          EDITED_NO_INSTANT,
          EDITED_HELD,
          EDITED_NO_CONTACT,
          EDITED_SUPPRESSED ->
          List.of();
      case UNREACHED_PERMANENTLY -> Orders.history(Cause.NORMAL, Cause.REFUSED);
      default -> Orders.history(Cause.NORMAL);
    };
  }

  private static OrderCommand command(Trigger trigger) {
    return switch (trigger) {
      case PLANNED -> new OrderCommand.Plan(RETRY);
      case PLANNED_SPENT -> new OrderCommand.Plan(new NextAttempt.AttemptsSpent());
      case PLANNED_NO_INSTANT -> new OrderCommand.Plan(new NextAttempt.NoInstantLeft());
      case PLANNED_HELD -> new OrderCommand.Plan(new NextAttempt.Held());
      case PLANNED_NO_CONTACT -> new OrderCommand.Plan(new NextAttempt.NoContactLeft());
      case PLANNED_SUPPRESSED -> new OrderCommand.Plan(new NextAttempt.AllSuppressed());
      case EDITED, EDITED_AFTER_ATTEMPT -> new OrderCommand.Edit(RETRY);
      case EDITED_SPENT -> new OrderCommand.Edit(new NextAttempt.AttemptsSpent());
      case EDITED_NO_INSTANT -> new OrderCommand.Edit(new NextAttempt.NoInstantLeft());
      case EDITED_HELD -> new OrderCommand.Edit(new NextAttempt.Held());
      case EDITED_NO_CONTACT -> new OrderCommand.Edit(new NextAttempt.NoContactLeft());
      case EDITED_SUPPRESSED -> new OrderCommand.Edit(new NextAttempt.AllSuppressed());
      case CANCEL -> new OrderCommand.Cancel("paid in the meantime");
      case STOP, STOP_AGAIN -> new OrderCommand.Stop(StopReason.SEQUENCE_EXITED);
      case HELD -> new OrderCommand.Hold();
      case STARTED, STARTED_EARLY -> new OrderCommand.StartAttempt(ATTEMPT);
      case REFUSED, REFUSED_AFTER_STOP -> refused(RefusalReason.CAPACITY, 19, RETRY);
      case REFUSED_TOO_OFTEN -> refused(RefusalReason.CAPACITY, 20, RETRY);
      case REFUSED_SPENT -> refused(RefusalReason.TOO_LATE, 1, new NextAttempt.AttemptsSpent());
      case REFUSED_NO_INSTANT ->
          refused(RefusalReason.TOO_LATE, 1, new NextAttempt.NoInstantLeft());
      case REFUSED_NO_CONTACT ->
          refused(RefusalReason.CAPACITY, 1, new NextAttempt.NoContactLeft());
      case REFUSED_SUPPRESSED ->
          refused(RefusalReason.CAPACITY, 1, new NextAttempt.AllSuppressed());
      case REFUSED_DO_NOT_CALL -> refused(RefusalReason.DO_NOT_CALL, 0, RETRY);
      case REFUSED_PERMANENTLY -> refused(RefusalReason.UNROUTABLE, 0, RETRY);
      case ANSWERED -> new OrderCommand.Answered(ATTEMPT);
      case UNREACHED, UNREACHED_AFTER_STOP -> unreached(Cause.NORMAL, RETRY);
      case UNREACHED_SPENT -> unreached(Cause.NORMAL, new NextAttempt.AttemptsSpent());
      case UNREACHED_NO_INSTANT -> unreached(Cause.DECLINED, new NextAttempt.NoInstantLeft());
      case UNREACHED_NO_CONTACT -> unreached(Cause.NUMBER_INVALID, new NextAttempt.NoContactLeft());
      case UNREACHED_SUPPRESSED -> unreached(Cause.NORMAL, new NextAttempt.AllSuppressed());
      case UNREACHED_PERMANENTLY -> unreached(Cause.REFUSED, RETRY);
      case CONVERSATION_ENDED ->
          new OrderCommand.ConversationEnded(ATTEMPT, Orders.CONVERSATION, null);
      case CONVERSATION_STOPPED ->
          new OrderCommand.ConversationStopped(
              new OrderCommand.ConversationEnded(ATTEMPT, Orders.CONVERSATION, Actor.PLATFORM));
      case REPORT_OVERDUE -> new OrderCommand.ReportOverdue(ATTEMPT, null);
      case OTHER_ATTEMPT -> new OrderCommand.Answered(Orders.OTHER_ATTEMPT);
    };
  }

  private static OrderCommand refused(
      RefusalReason code, int consecutiveRefusals, NextAttempt next) {
    return new OrderCommand.AttemptRefused(ATTEMPT, code, consecutiveRefusals, next);
  }

  private static OrderCommand unreached(Cause cause, NextAttempt next) {
    return new OrderCommand.AttemptUnreached(ATTEMPT, cause, next);
  }
}
