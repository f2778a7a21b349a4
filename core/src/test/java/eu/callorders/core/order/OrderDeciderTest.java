package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.ATTEMPT;
import static eu.callorders.core.order.Orders.FIRST;
import static eu.callorders.core.order.Orders.NOW;
import static eu.callorders.core.order.Orders.OTHER_ATTEMPT;
import static eu.callorders.core.order.Orders.history;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.Termination.Reason;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Data of states and results, which the transition table does not cover. */
class OrderDeciderTest {
  private static final NextAttempt RETRY = new NextAttempt.At(NOW.plusSeconds(60), FIRST);
  private static final OrderState ACCEPTED = new OrderState.Accepted();
  private static final OrderState SCHEDULED = new OrderState.Scheduled(NOW);
  private static final OrderState RESCHEDULED = new OrderState.Scheduled(NOW.plusSeconds(60));
  private static final OrderState DIALING = new OrderState.Dialing(ATTEMPT);

  @Test
  void schedulesAtThePlannedInstant() {
    assertThat(decide(ACCEPTED, List.of(), new OrderCommand.Plan(RETRY)))
        .isEqualTo(accepted(RESCHEDULED, EventType.CALL_ORDER_SCHEDULED));
  }

  @Test
  void planningAgainMovesTheInstantWithoutAnEvent() {
    assertThat(decide(SCHEDULED, List.of(), new OrderCommand.Plan(RETRY)))
        .isEqualTo(accepted(RESCHEDULED));
  }

  @Test
  void editOfAScheduledOrderMovesTheInstant() {
    assertThat(decide(SCHEDULED, List.of(), new OrderCommand.Edit(RETRY)))
        .isEqualTo(accepted(RESCHEDULED, EventType.CALL_ORDER_UPDATED));
  }

  @Test
  void editOfAnAcceptedOrderLeavesPlanningToThePlanner() {
    assertThat(decide(ACCEPTED, List.of(), new OrderCommand.Edit(RETRY)))
        .isEqualTo(accepted(ACCEPTED, EventType.CALL_ORDER_UPDATED));
  }

  @Test
  void orderRefusedBeforeItsFirstAttemptStaysEditable() {
    OrderState rescheduled = next(refused(RefusalReason.CAPACITY, 1));

    assertThat(decide(rescheduled, List.of(), new OrderCommand.Edit(RETRY)))
        .isInstanceOf(OrderDecision.Accept.class);
  }

  @Test
  void startsADueAttempt() {
    assertThat(decide(SCHEDULED, List.of(), new OrderCommand.StartAttempt(ATTEMPT)))
        .isEqualTo(accepted(DIALING, EventType.CALL_ORDER_DIALING));
  }

  static Stream<OrderCommand.AttemptCommand> commandsOfAnotherAttempt() {
    return Stream.of(
        new OrderCommand.AttemptRefused(OTHER_ATTEMPT, RefusalReason.UNROUTABLE, 0, RETRY),
        new OrderCommand.Answered(OTHER_ATTEMPT),
        new OrderCommand.AttemptUnreached(OTHER_ATTEMPT, Cause.NORMAL, RETRY),
        new OrderCommand.ConversationEnded(OTHER_ATTEMPT, Orders.CONVERSATION, null),
        new OrderCommand.ReportOverdue(OTHER_ATTEMPT, null));
  }

  @ParameterizedTest
  @MethodSource("commandsOfAnotherAttempt")
  void ignoresCommandsOfAnotherAttempt(OrderCommand.AttemptCommand command) {
    for (OrderStatus status : OrderStatus.values()) {
      assertThat(decide(Orders.state(status), history(Cause.NORMAL), command))
          .as("%s", status)
          .isInstanceOf(OrderDecision.Ignore.class);
    }
  }

  @Test
  void stopWhileDialingAppliesAfterAnUnreachedAnswer() {
    OrderState stopping =
        next(decide(DIALING, List.of(), new OrderCommand.Stop(StopReason.SEQUENCE_EXITED)));
    assertThat(stopping).isEqualTo(new OrderState.Dialing(ATTEMPT, StopReason.SEQUENCE_EXITED));

    OrderState answered = next(decide(stopping, List.of(), new OrderCommand.Answered(ATTEMPT)));
    assertThat(answered).isEqualTo(new OrderState.InProgress(ATTEMPT, StopReason.SEQUENCE_EXITED));

    Result voicemail =
        result(
            decide(
                answered,
                List.of(Orders.voicemail(1, FIRST)),
                new OrderCommand.AttemptUnreached(ATTEMPT, Cause.NORMAL, RETRY)),
            OrderStatus.CANCELED);
    assertThat(voicemail.summaryCode()).isEqualTo(SummaryCode.CANCELED);
    assertThat(voicemail.reachability()).isEqualTo(Reachability.VOICEMAIL);
  }

  @Test
  void firstStopReasonStays() {
    assertThat(
            decide(
                new OrderState.InProgress(ATTEMPT, StopReason.SUPPRESSED),
                List.of(),
                new OrderCommand.Stop(StopReason.SEQUENCE_EXITED)))
        .isInstanceOf(OrderDecision.Ignore.class);
  }

  @Test
  void conversationCompletesTheOrderDespiteAStop() {
    Result result =
        result(
            decide(
                new OrderState.InProgress(ATTEMPT, StopReason.SUPPRESSED),
                history(Cause.NORMAL),
                new OrderCommand.ConversationEnded(ATTEMPT, Orders.CONVERSATION, null)),
            OrderStatus.COMPLETED);

    assertThat(result.termination()).isEqualTo(new Termination(Actor.AGENT, Reason.NORMAL, null));
  }

  @Test
  void keepsTheNoteOfACancel() {
    Result result =
        result(
            decide(SCHEDULED, history(), new OrderCommand.Cancel("paid in cash")),
            OrderStatus.CANCELED);

    assertThat(result.termination())
        .isEqualTo(new Termination(Actor.CLIENT, Reason.CANCELED, "paid in cash"));
  }

  @ParameterizedTest
  @EnumSource(StopReason.class)
  void stopEndsAWaitingOrderAtOnceAndADialedOneAfterItsAttempt(StopReason reason) {
    Result waiting =
        result(decide(ACCEPTED, List.of(), new OrderCommand.Stop(reason)), OrderStatus.CANCELED);
    Result dialed =
        result(
            decide(
                new OrderState.Dialing(ATTEMPT, reason),
                history(Cause.STOPPED),
                new OrderCommand.AttemptUnreached(ATTEMPT, Cause.STOPPED, RETRY)),
            OrderStatus.CANCELED);

    assertThat(waiting.reachability()).isEqualTo(Reachability.NOT_ATTEMPTED);
    assertThat(dialed.reachability()).isEqualTo(Reachability.NOT_REACHED);
    assertThat(dialed.summaryCode()).isEqualTo(waiting.summaryCode());
    assertThat(dialed.termination()).isEqualTo(waiting.termination());
  }

  @ParameterizedTest
  @EnumSource(StopReason.class)
  void conversationStoppedForTheOrderCountsAsOneThatEnded(StopReason reason) {
    OrderCommand.ConversationEnded over =
        new OrderCommand.ConversationEnded(ATTEMPT, Orders.CONVERSATION, Actor.PLATFORM);
    OrderState stopping = new OrderState.InProgress(ATTEMPT, reason);

    assertThat(decide(stopping, List.of(), new OrderCommand.ConversationStopped(over)))
        .isEqualTo(decide(stopping, List.of(), over));
  }

  @Test
  void suppressedPhonesCancelTheOrder() {
    Result result =
        result(
            decide(
                SCHEDULED,
                history(Cause.NORMAL),
                new OrderCommand.Plan(new NextAttempt.AllSuppressed())),
            OrderStatus.CANCELED);

    assertThat(result.summaryCode()).isEqualTo(SummaryCode.SUPPRESSED);
    assertThat(result.termination())
        .isEqualTo(new Termination(Actor.PLATFORM, Reason.SUPPRESSED, null));
  }

  @Test
  void twentiethRefusalForWantOfCapacityFailsTheOrder() {
    OrderDecision nineteenth = refused(RefusalReason.CAPACITY, 19);
    OrderDecision twentieth = refused(RefusalReason.CAPACITY, 20);

    assertThat(next(nineteenth)).isEqualTo(RESCHEDULED);
    Result result = result(twentieth, OrderStatus.FAILED);
    assertThat(result.summaryCode()).isEqualTo(SummaryCode.TECHNICAL_FAILURE);
    assertThat(result.reachability()).isEqualTo(Reachability.NOT_ATTEMPTED);
    assertThat(result.termination())
        .isEqualTo(new Termination(Actor.PROVIDER, Reason.TECHNICAL, null));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CAPACITY", "DO_NOT_CALL", "UNROUTABLE"})
  void otherTemporaryRefusalsEndNoOrder(RefusalReason code) {
    assertThat(next(refused(code, 1_000))).isEqualTo(RESCHEDULED);
  }

  @Test
  void phoneOnTheProvidersListCancelsTheOrder() {
    Result result = result(refused(RefusalReason.DO_NOT_CALL, 0), OrderStatus.CANCELED);

    assertThat(result.summaryCode()).isEqualTo(SummaryCode.SUPPRESSED);
    assertThat(result.reachability()).isEqualTo(Reachability.NOT_ATTEMPTED);
    assertThat(result.termination())
        .isEqualTo(new Termination(Actor.PROVIDER, Reason.SUPPRESSED, null));
  }

  @Test
  void unroutablePhoneFailsTheOrder() {
    Result result = result(refused(RefusalReason.UNROUTABLE, 0), OrderStatus.FAILED);

    assertThat(result.summaryCode()).isEqualTo(SummaryCode.TECHNICAL_FAILURE);
    assertThat(result.reachability()).isEqualTo(Reachability.NOT_ATTEMPTED);
    assertThat(result.termination())
        .isEqualTo(new Termination(Actor.PROVIDER, Reason.GATEWAY_REFUSED, null));
  }

  @Test
  void permanentRefusalFailsTheOrderAlthoughAttemptsAreLeft() {
    Result result =
        result(
            decide(
                DIALING,
                history(Cause.REFUSED),
                new OrderCommand.AttemptUnreached(ATTEMPT, Cause.REFUSED, RETRY)),
            OrderStatus.FAILED);

    assertThat(result.reachability()).isEqualTo(Reachability.NOT_REACHED);
    assertThat(result.termination().reason()).isEqualTo(Reason.GATEWAY_REFUSED);
  }

  @Test
  void objectionCountsWhenTheReportIsOverdue() {
    Findings.Objection objection = new Findings.Objection("voice", ATTEMPT);
    Result result =
        result(
            decide(
                new OrderState.InProgress(ATTEMPT, null),
                history(Cause.NORMAL),
                new OrderCommand.ReportOverdue(ATTEMPT, objection)),
            OrderStatus.COMPLETED);

    assertThat(result.summaryCode()).isEqualTo(SummaryCode.OBJECTION_TO_CALLS);
    assertThat(result.findings()).isEqualTo(Findings.NONE.withObjection(objection));
  }

  @Test
  void rejectionNamesTheStatus() {
    OrderDecision cancel = decide(DIALING, List.of(), new OrderCommand.Cancel(null));
    assertThat(((OrderDecision.Reject) cancel).problem().detail()).contains("dialing");
  }

  private static OrderDecision refused(RefusalReason code, int consecutiveRefusals) {
    return decide(
        DIALING,
        List.of(),
        new OrderCommand.AttemptRefused(ATTEMPT, code, consecutiveRefusals, RETRY));
  }

  private static OrderDecision decide(
      OrderState state, List<PastAttempt> history, OrderCommand command) {
    return OrderDecider.decide(state, history, command, NOW);
  }

  private static OrderDecision accepted(OrderState next, EventType... events) {
    return new OrderDecision.Accept(next, List.of(events));
  }

  private static OrderState next(OrderDecision decision) {
    return ((OrderDecision.Accept) decision).next();
  }

  private static Result result(OrderDecision decision, OrderStatus status) {
    OrderState.Ended ended = (OrderState.Ended) next(decision);
    assertThat(ended.status()).isEqualTo(status);
    return ended.result();
  }
}
