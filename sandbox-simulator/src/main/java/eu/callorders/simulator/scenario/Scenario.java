package eu.callorders.simulator.scenario;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.PlaceResult.Refused;
import eu.callorders.core.telephony.Simulate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The behavior of the gateway for one call. {@code simulate} takes precedence over the number, ring
 * timeout and maximum duration: with forced attempts the number decides only on the conversation,
 * with a forced outcome only on the attempts.
 *
 * @param refusal the call is refused; null: it is accepted
 * @param steps after acceptance, in order
 */
public record Scenario(@Nullable Refused refusal, GatewayFault fault, List<Step> steps) {
  private static final Duration CAPACITY_RETRY = Duration.ofSeconds(1);
  private static final Duration LATE_REPORT_DELAY = Duration.ofSeconds(30);

  public Scenario {
    steps = List.copyOf(steps);
  }

  /**
   * Selects the scenario of a call.
   *
   * @param refusedBefore earlier capacity refusals of this order at this phone
   * @param now the instant of the call, from which promised dates count without a tenant's time
   */
  public static Scenario of(PlaceCall call, int refusedBefore, Instant now) {
    MagicNumber.Row number = MagicNumber.of(call.to());
    if (!forcesAttempts(call) && number.refusal() != null && refusedBefore < number.maxRefusals()) {
      return refused(number.refusal());
    }
    CallFlow flow = flow(call, number);
    List<Step> steps =
        flow == CallFlow.ANSWERED
            ? conversation(call, number, now)
            : withoutConversation(flow, delays(call));
    return new Scenario(null, fault(call, number), steps);
  }

  /** The remaining steps of a call stopped before it was answered. */
  public static List<Step> stoppedBeforeAnswer() {
    return List.of(
        Step.immediate(new ScenarioEvent.Ended(Disposition.CANCELED, Cause.STOPPED, null)));
  }

  /** The remaining steps of a call stopped during the conversation. */
  public static List<Step> stoppedAfterAnswer(PlaceCall call, Instant now) {
    Conversation cut =
        Conversation.of(call, ConversationOutcome.CONVERSATION_INCOMPLETE, null, now);
    List<Step> steps = new ArrayList<>();
    steps.add(
        Step.immediate(new ScenarioEvent.Ended(Disposition.ANSWERED, Cause.STOPPED, "platform")));
    addReport(steps, call, cut, delays(call).report());
    return steps;
  }

  private static Scenario refused(RefusalReason refusal) {
    Duration retryAfter = refusal == RefusalReason.CAPACITY ? CAPACITY_RETRY : null;
    return new Scenario(new PlaceResult.Refused(refusal, retryAfter), GatewayFault.NONE, List.of());
  }

  private static CallFlow flow(PlaceCall call, MagicNumber.Row number) {
    Simulate simulate = call.simulate();
    if (simulate == null || simulate.attempts().isEmpty()) {
      return number.flow(call.attemptNumber());
    }
    List<Disposition> forced = simulate.attempts();
    return CallFlow.of(forced.get(Math.min(call.attemptNumber(), forced.size()) - 1));
  }

  /** A forced attempt or outcome disables the number's fault on that part. */
  private static GatewayFault fault(PlaceCall call, MagicNumber.Row number) {
    boolean overruled =
        switch (number.fault()) {
          case NONE, DISORDER -> false;
          case LOST_ANSWER -> forcesAttempts(call);
          case LATE_REPORT, NO_REPORT -> forcesOutcome(call);
        };
    return overruled ? GatewayFault.NONE : number.fault();
  }

  private static List<Step> withoutConversation(CallFlow flow, Simulate.Delays delays) {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.immediate(new ScenarioEvent.Accepted()));
    if (flow.rings) {
      steps.add(Step.immediate(new ScenarioEvent.Ringing()));
    }
    if (flow == CallFlow.VOICEMAIL) {
      steps.add(new Step(delays.ring(), new ScenarioEvent.PickedUp()));
      steps.add(new Step(delays.talk(), ended(flow, "agent")));
    } else {
      steps.add(new Step(delays.ring(), ended(flow, null)));
    }
    return steps;
  }

  private static List<Step> conversation(PlaceCall call, MagicNumber.Row number, Instant now) {
    Simulate.Delays delays = delays(call);
    Simulate simulate = call.simulate();
    Conversation conversation =
        Conversation.of(call, number.outcome(), simulate == null ? null : simulate.outcome(), now);
    List<Step> steps = new ArrayList<>();
    steps.add(Step.immediate(new ScenarioEvent.Accepted()));
    steps.add(Step.immediate(new ScenarioEvent.Ringing()));
    steps.add(new Step(delays.ring(), new ScenarioEvent.PickedUp()));
    steps.add(Step.immediate(new ScenarioEvent.Disclosed()));
    Duration untilEnd = delays.talk();
    if (conversation.objectionScope() != null) {
      Duration untilObjection = delays.talk().dividedBy(2);
      steps.add(
          new Step(untilObjection, new ScenarioEvent.Objection(conversation.objectionScope())));
      untilEnd = untilEnd.minus(untilObjection);
    }
    steps.add(new Step(untilEnd, ended(CallFlow.ANSWERED, conversation.endedBy())));
    Duration untilReport =
        switch (fault(call, number)) {
          case NO_REPORT -> null;
          case LATE_REPORT -> delays.report().plus(LATE_REPORT_DELAY);
          case NONE, LOST_ANSWER, DISORDER -> delays.report();
        };
    addReport(steps, call, conversation, untilReport);
    return steps;
  }

  private static void addReport(
      List<Step> steps, PlaceCall call, Conversation conversation, @Nullable Duration untilReport) {
    if (call.transcript()) {
      steps.add(
          Step.immediate(
              new ScenarioEvent.Turns(
                  conversation.locale().toLanguageTag(), conversation.turns())));
    }
    if (untilReport != null) {
      steps.add(new Step(untilReport, new ScenarioEvent.Report(conversation.report())));
    }
  }

  private static ScenarioEvent ended(CallFlow flow, @Nullable String endedBy) {
    return new ScenarioEvent.Ended(flow.disposition, flow.cause, endedBy);
  }

  private static Simulate.Delays delays(PlaceCall call) {
    Simulate simulate = call.simulate();
    return simulate == null ? Simulate.Delays.DEFAULT : simulate.delays();
  }

  private static boolean forcesAttempts(PlaceCall call) {
    Simulate simulate = call.simulate();
    return simulate != null && !simulate.attempts().isEmpty();
  }

  private static boolean forcesOutcome(PlaceCall call) {
    Simulate simulate = call.simulate();
    return simulate != null && simulate.outcome() != null;
  }
}
