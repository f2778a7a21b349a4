package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.CheckFailedException.unless;
import static eu.callorders.server.telephony.conformance.CheckFailedException.unlessEqual;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.telephony.conformance.ConformanceCheck.RequiredCapability;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/** How calls go, and how they are stopped. */
final class CallFlowChecks {
  private static final Duration LONG = Duration.ofMinutes(10);

  private CallFlowChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        ConformanceCheck.of(
            "a call that is taken is told of from the answer to the report",
            CallFlowChecks::conversation,
            TestNumber.ANSWERS),
        ConformanceCheck.of(
            "an objection is told before the call is over",
            CallFlowChecks::objection,
            TestNumber.OBJECTS),
        unreached(TestNumber.NO_ANSWER, Disposition.NO_ANSWER, Cause.NORMAL),
        unreached(TestNumber.BUSY, Disposition.BUSY, Cause.NORMAL),
        unreached(TestNumber.INVALID, Disposition.FAILED, Cause.NUMBER_INVALID),
        unreached(TestNumber.VOICEMAIL, Disposition.VOICEMAIL, Cause.NORMAL)
            .needing(RequiredCapability.MACHINE_DETECTION),
        unreached(TestNumber.FAULT, Disposition.FAILED, Cause.CARRIER_FAULT),
        unreached(TestNumber.UNTRACEABLE, Disposition.FAILED, Cause.OUTCOME_UNKNOWN),
        ConformanceCheck.of(
            "a call that rings is stopped", CallFlowChecks::stopped, TestNumber.NO_ANSWER),
        ConformanceCheck.of(
            "a call that is over cannot be stopped",
            CallFlowChecks::notStopped,
            TestNumber.NO_ANSWER));
  }

  private static void conversation(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    PlaceResult.Accepted accepted = trial.taken(call);
    List<GatewayEvent> told = CheckRun.inSequence(trial.toldUntil(call, GatewayEvent.Report.class));

    List<String> kinds = CheckRun.kinds(told);
    List<String> expected =
        kinds.contains("Turns")
            ? List.of("Accepted", "Ringing", "Answered", "Ended", "Turns", "Report")
            : List.of("Accepted", "Ringing", "Answered", "Ended", "Report");
    unlessEqual(kinds, expected, "the events in their sequence are");
    unless(
        told.stream().allMatch(event -> ref(event).equals(accepted.gatewayRef())),
        "the references of its events are",
        accepted.gatewayRef(),
        told.stream().map(CallFlowChecks::ref).distinct().toList());
    List<Instant> instants = told.stream().map(event -> event.header().at()).toList();
    unlessEqual(instants, instants.stream().sorted().toList(), "the instants in their sequence");
    unlessEqual(
        new HashSet<>(told.stream().map(event -> event.header().eventId()).toList()).size(),
        told.size(),
        "different event ids");
    unlessEqual(
        new HashSet<>(told.stream().map(event -> event.header().sequence()).toList()).size(),
        told.size(),
        "different places in the sequence");
  }

  private static String ref(GatewayEvent event) {
    return event.header().gatewayRef();
  }

  private static void objection(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.OBJECTS);
    trial.taken(call);
    List<String> kinds =
        CheckRun.kinds(CheckRun.inSequence(trial.toldUntil(call, GatewayEvent.Report.class)));
    int objected = kinds.indexOf("Objection");
    unless(
        kinds.indexOf("Answered") < objected && objected < kinds.indexOf("Ended"),
        "the events in their sequence are",
        "Objection between Answered and Ended",
        kinds);
  }

  private static ConformanceCheck unreached(TestNumber role, Disposition disposition, Cause cause) {
    return ConformanceCheck.of(
        "a call to a number " + role.meaning() + " ends as " + disposition.wire(),
        trial -> unreached(trial, role, disposition, cause),
        role);
  }

  private static void unreached(
      CheckRun trial, TestNumber role, Disposition disposition, Cause cause) {
    PlaceCall call = trial.calls().call(role);
    trial.taken(call);
    GatewayEvent.Ended end = trial.end(call);
    unlessEqual(end.disposition(), disposition, "it ended as");
    unlessEqual(end.cause(), cause, "its cause is");
    unlessEqual(end.answeredAt() != null, disposition == Disposition.VOICEMAIL, "it was picked up");
    List<String> kinds = CheckRun.kinds(trial.events().of(call.attemptId()));
    unless(
        !kinds.contains("Report") && !kinds.contains("Turns"),
        "its events are",
        "neither Turns nor Report",
        kinds);
  }

  private static void stopped(CheckRun trial) {
    PlaceCall call = trial.calls().ringing(TestNumber.NO_ANSWER, LONG);
    PlaceResult.Accepted accepted = trial.taken(call);
    unlessEqual(cancel(trial, call, accepted), CancelResult.ACCEPTED, "a cancel answers");
    unlessEqual(trial.end(call).disposition(), Disposition.CANCELED, "it ended as");
    unlessEqual(trial.end(call).cause(), Cause.STOPPED, "its cause is");
    unlessEqual(
        cancel(trial, call, accepted), CancelResult.ALREADY_ENDED, "a second cancel answers");
  }

  private static CancelResult cancel(
      CheckRun trial, PlaceCall call, PlaceResult.Accepted accepted) {
    return trial.await(trial.gateway().cancel(call.attemptId(), accepted.gatewayRef()));
  }

  private static void notStopped(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.NO_ANSWER);
    PlaceResult.Accepted accepted = trial.taken(call);
    trial.end(call);
    unlessEqual(cancel(trial, call, accepted), CancelResult.ALREADY_ENDED, "a cancel answers");
  }
}
