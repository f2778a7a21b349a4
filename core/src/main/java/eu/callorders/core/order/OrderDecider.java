package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.OrderCommand.Answered;
import eu.callorders.core.order.OrderCommand.AttemptCommand;
import eu.callorders.core.order.OrderCommand.AttemptRefused;
import eu.callorders.core.order.OrderCommand.AttemptUnreached;
import eu.callorders.core.order.OrderCommand.Cancel;
import eu.callorders.core.order.OrderCommand.ConversationCommand;
import eu.callorders.core.order.OrderCommand.ConversationEnded;
import eu.callorders.core.order.OrderCommand.ConversationStopped;
import eu.callorders.core.order.OrderCommand.Edit;
import eu.callorders.core.order.OrderCommand.Hold;
import eu.callorders.core.order.OrderCommand.Plan;
import eu.callorders.core.order.OrderCommand.ReportOverdue;
import eu.callorders.core.order.OrderCommand.StartAttempt;
import eu.callorders.core.order.OrderCommand.Stop;
import eu.callorders.core.order.OrderDecision.Accept;
import eu.callorders.core.order.OrderDecision.Ignore;
import eu.callorders.core.order.OrderDecision.Reject;
import eu.callorders.core.order.OrderState.Accepted;
import eu.callorders.core.order.OrderState.Dialing;
import eu.callorders.core.order.OrderState.Ended;
import eu.callorders.core.order.OrderState.InProgress;
import eu.callorders.core.order.OrderState.Scheduled;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state machine of an order. {@code docs/order-states.md} has the same rules as a table. */
public final class OrderDecider {
  private static final Ignore NOT_RUNNING = new Ignore("no attempt is running");
  private static final Ignore OTHER_ATTEMPT = new Ignore("the command concerns another attempt");
  private static final Ignore RUNNING = new Ignore("an attempt is running");
  private static final Ignore ALREADY_ENDED = new Ignore("the order has ended");
  private static final Ignore UNCHANGED = new Ignore("the command was applied before");

  private final List<PastAttempt> history;
  private final Instant now;
  private final ResultDeriver resultDeriver;

  private OrderDecider(List<PastAttempt> history, Instant now) {
    this.history = history;
    this.now = now;
    this.resultDeriver = new ResultDeriver(history, now);
  }

  /**
   * Applies a command to an order.
   *
   * @param history every attempt of the order that counted and has ended, oldest first, including
   *     the one that the command reports as ended
   * @param now the tenant's time
   */
  public static OrderDecision decide(
      OrderState state, List<PastAttempt> history, OrderCommand command, Instant now) {
    OrderDecider decider = new OrderDecider(history, now);
    return switch (state) {
      case Accepted accepted -> decider.accepted(accepted, command);
      case Scheduled scheduled -> decider.scheduled(scheduled, command);
      case Dialing dialing -> decider.dialing(dialing, command);
      case InProgress inProgress -> decider.inProgress(inProgress, command);
      case Ended ended -> ended(ended, command);
    };
  }

  private OrderDecision accepted(Accepted state, OrderCommand command) {
    return switch (command) {
      case Plan(var next) -> plan(next);
      case Edit(NextAttempt.At _) when history.isEmpty() -> updated(state);
      case Edit(var next) -> edited(next);
      case Cancel(var note) -> end(OrderStatus.CANCELED, resultDeriver.canceledByClient(note));
      case Stop(var reason) -> end(OrderStatus.CANCELED, resultDeriver.stopped(reason));
      case Hold _, StartAttempt _ -> new Ignore("no attempt is planned");
      case AttemptCommand _ -> NOT_RUNNING;
    };
  }

  private OrderDecision scheduled(Scheduled state, OrderCommand command) {
    return switch (command) {
      case Plan(NextAttempt.At(var at, _)) -> new Accept(new Scheduled(at), List.of());
      case Plan(var next) -> plan(next);
      case Hold _ -> new Accept(state, List.of(EventType.CALL_ORDER_HELD));
      case Edit(NextAttempt.At(var at, _)) when history.isEmpty() -> updated(new Scheduled(at));
      case Edit(var next) -> edited(next);
      case Cancel(var note) -> end(OrderStatus.CANCELED, resultDeriver.canceledByClient(note));
      case Stop(var reason) -> end(OrderStatus.CANCELED, resultDeriver.stopped(reason));
      case StartAttempt _ when now.isBefore(state.nextAttemptAt()) ->
          new Ignore("the order is not due before " + state.nextAttemptAt());
      case StartAttempt(var attemptId) -> enter(new Dialing(attemptId));
      case AttemptCommand _ -> NOT_RUNNING;
    };
  }

  private OrderDecision dialing(Dialing state, OrderCommand command) {
    return switch (command) {
      case Plan _, Hold _, StartAttempt _ -> RUNNING;
      case Edit _ -> notEditable("it is being dialed");
      case Cancel _ -> notCancelable(state);
      case Stop _ when state.stop() != null -> UNCHANGED;
      case Stop(var reason) -> new Accept(new Dialing(state.attemptId(), reason), List.of());
      case AttemptCommand fact when !fact.attemptId().equals(state.attemptId()) -> OTHER_ATTEMPT;
      case AttemptRefused refused -> refused(refused, state.stop());
      case Answered _ -> enter(new InProgress(state.attemptId(), state.stop()));
      case AttemptUnreached unreached -> unreached(unreached, state.stop());
      // The answer was never reported, but there was a conversation: both transitions at once.
      case ConversationEnded over ->
          withFirstEvent(EventType.CALL_ORDER_IN_PROGRESS, conversationEnded(over));
      case ConversationStopped(var over) ->
          withFirstEvent(EventType.CALL_ORDER_IN_PROGRESS, conversationStopped(over, state.stop()));
      case ReportOverdue over ->
          withFirstEvent(EventType.CALL_ORDER_IN_PROGRESS, reportOverdue(over));
    };
  }

  private OrderDecision inProgress(InProgress state, OrderCommand command) {
    return switch (command) {
      case Plan _, Hold _, StartAttempt _ -> RUNNING;
      case Edit _ -> notEditable("the conversation is running");
      case Cancel _ -> notCancelable(state);
      case Stop _ when state.stop() != null -> UNCHANGED;
      case Stop(var reason) -> new Accept(new InProgress(state.attemptId(), reason), List.of());
      case AttemptCommand fact when !fact.attemptId().equals(state.attemptId()) -> OTHER_ATTEMPT;
      case AttemptRefused _ -> new Ignore("the attempt was answered, not refused");
      case Answered _ -> UNCHANGED;
      case AttemptUnreached unreached -> unreached(unreached, state.stop());
      case ConversationEnded over -> conversationEnded(over);
      case ConversationStopped(var over) -> conversationStopped(over, state.stop());
      case ReportOverdue over -> reportOverdue(over);
    };
  }

  private static OrderDecision ended(Ended state, OrderCommand command) {
    return switch (command) {
      case Edit _ -> notEditable("it has ended");
      case Cancel _ -> notCancelable(state);
      case Plan _, Hold _, Stop _, StartAttempt _, AttemptCommand _ -> ALREADY_ENDED;
    };
  }

  private Accept plan(NextAttempt next) {
    return switch (next) {
      case NextAttempt.At(var at, _) -> enter(new Scheduled(at));
      case NextAttempt.AttemptsSpent _ -> end(OrderStatus.COMPLETED, resultDeriver.attemptsSpent());
      case NextAttempt.NoInstantLeft _ -> end(OrderStatus.EXPIRED, resultDeriver.windowClosed());
      case NextAttempt.Held _ -> end(OrderStatus.EXPIRED, resultDeriver.held());
      case NextAttempt.NoContactLeft _ -> end(OrderStatus.FAILED, resultDeriver.numbersInvalid());
      case NextAttempt.AllSuppressed _ ->
          end(OrderStatus.CANCELED, resultDeriver.stopped(StopReason.SUPPRESSED));
    };
  }

  private Accept refused(AttemptRefused refused, @Nullable StopReason stop) {
    if (stop != null) {
      return end(OrderStatus.CANCELED, resultDeriver.stopped(stop));
    }
    return switch (refused.code()) {
      case CAPACITY ->
          refused.consecutiveRefusals() < Backoff.MAX_REFUSALS
              ? plan(refused.next())
              : end(OrderStatus.FAILED, resultDeriver.neverAccepted());
      case TOO_LATE,
          STALE_ERA,
          TRUNK_FAULT,
          AGENT_UNAVAILABLE,
          CALLER_ID_NOT_LISTED,
          DIVERTED,
          GATEWAY_UNAVAILABLE ->
          plan(refused.next());
      case DO_NOT_CALL -> end(OrderStatus.CANCELED, resultDeriver.suppressedByProvider());
      case UNROUTABLE -> end(OrderStatus.FAILED, resultDeriver.gatewayRefused());
    };
  }

  private Accept unreached(AttemptUnreached unreached, @Nullable StopReason stop) {
    if (stop != null) {
      return end(OrderStatus.CANCELED, resultDeriver.stopped(stop));
    }
    return unreached.cause() == Cause.REFUSED
        ? end(OrderStatus.FAILED, resultDeriver.gatewayRefused())
        : plan(unreached.next());
  }

  private OrderDecision edited(NextAttempt nothingLeft) {
    return history.isEmpty()
        ? withFirstEvent(EventType.CALL_ORDER_UPDATED, plan(nothingLeft))
        : notEditable("its first attempt has been made");
  }

  private Accept conversationEnded(ConversationEnded over) {
    return end(
        OrderStatus.COMPLETED,
        resultDeriver.afterConversation(over.conversation(), over.endedBy()));
  }

  /** Without a reason of the order an operator has stopped the call. */
  private Accept conversationStopped(ConversationCommand over, @Nullable StopReason stop) {
    return switch (over) {
      case ConversationEnded ended when stop == null ->
          end(OrderStatus.COMPLETED, resultDeriver.hungUp(ended.conversation()));
      case ReportOverdue overdue when stop == null ->
          end(OrderStatus.COMPLETED, resultDeriver.hungUp(overdue.objection()));
      case ConversationEnded ended -> conversationEnded(ended);
      case ReportOverdue overdue -> reportOverdue(overdue);
    };
  }

  private Accept reportOverdue(ReportOverdue over) {
    return end(OrderStatus.COMPLETED, resultDeriver.reportOverdue(over.objection()));
  }

  /** The same decision with an event before its others. */
  private static Accept withFirstEvent(EventType first, Accept accept) {
    return new Accept(
        accept.next(), Stream.concat(Stream.of(first), accept.events().stream()).toList());
  }

  private static Accept updated(OrderState same) {
    return new Accept(same, List.of(EventType.CALL_ORDER_UPDATED));
  }

  private static Accept end(OrderStatus status, Result result) {
    return enter(new Ended(status, result));
  }

  private static Accept enter(OrderState next) {
    return new Accept(next, List.of(next.status().enteredEvent()));
  }

  private static Reject notEditable(String why) {
    return new Reject(
        Problem.of(
            ProblemCode.ORDER_NOT_EDITABLE,
            "The call order can no longer be edited: " + why + "."));
  }

  private static Reject notCancelable(OrderState state) {
    return new Reject(
        Problem.of(
            ProblemCode.ORDER_NOT_CANCELABLE,
            "The call order is "
                + state.status().wire()
                + "; only accepted and scheduled ones can be canceled."));
  }
}
