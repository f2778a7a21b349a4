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

/** Checks of the course and the stop of calls. */
final class CallFlowChecks {
  private static final Duration LONG = Duration.ofMinutes(10);

  private CallFlowChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        ConformanceCheck.of(
            "an answered call is reported from the answer to the report",
            CallFlowChecks::conversation,
            TestNumber.ANSWERS),
        ConformanceCheck.of(
            "an objection is reported before the call ends",
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
            "a ringing call can be stopped", CallFlowChecks::stopped, TestNumber.NO_ANSWER),
        ConformanceCheck.of(
            "an ended call cannot be stopped", CallFlowChecks::notStopped, TestNumber.NO_ANSWER));
  }

  private static void conversation(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.ANSWERS);
    PlaceResult.Accepted accepted = run.taken(call);
    List<GatewayEvent> events = CheckRun.inSequence(run.toldUntil(call, GatewayEvent.Report.class));

    List<String> kinds = CheckRun.kinds(events);
    List<String> expected =
        kinds.contains("Turns")
            ? List.of("Accepted", "Ringing", "Answered", "Ended", "Turns", "Report")
            : List.of("Accepted", "Ringing", "Answered", "Ended", "Report");
    unlessEqual(kinds, expected, "the events in their sequence are");
    unless(
        events.stream().allMatch(event -> ref(event).equals(accepted.gatewayRef())),
        "the references of its events are",
        accepted.gatewayRef(),
        events.stream().map(CallFlowChecks::ref).distinct().toList());
    List<Instant> instants = events.stream().map(event -> event.header().at()).toList();
    unlessEqual(instants, instants.stream().sorted().toList(), "the instants in their sequence");
    unlessEqual(
        new HashSet<>(events.stream().map(event -> event.header().eventId()).toList()).size(),
        events.size(),
        "different event ids");
    unlessEqual(
        new HashSet<>(events.stream().map(event -> event.header().sequence()).toList()).size(),
        events.size(),
        "different places in the sequence");
  }

  private static String ref(GatewayEvent event) {
    return event.header().gatewayRef();
  }

  private static void objection(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.OBJECTS);
    run.taken(call);
    List<String> kinds =
        CheckRun.kinds(CheckRun.inSequence(run.toldUntil(call, GatewayEvent.Report.class)));
    int objected = kinds.indexOf("Objection");
    unless(
        kinds.indexOf("Answered") < objected && objected < kinds.indexOf("Ended"),
        "the events in their sequence are",
        "Objection between Answered and Ended",
        kinds);
  }

  private static ConformanceCheck unreached(
      TestNumber number, Disposition disposition, Cause cause) {
    return ConformanceCheck.of(
        "a call to a number " + number.meaning() + " ends as " + disposition.wire(),
        run -> unreached(run, number, disposition, cause),
        number);
  }

  private static void unreached(
      CheckRun run, TestNumber number, Disposition disposition, Cause cause) {
    PlaceCall call = run.calls().call(number);
    run.taken(call);
    GatewayEvent.Ended end = run.end(call);
    unlessEqual(end.disposition(), disposition, "it ended as");
    unlessEqual(end.cause(), cause, "its cause is");
    unlessEqual(end.answeredAt() != null, disposition == Disposition.VOICEMAIL, "it was picked up");
    List<String> kinds = CheckRun.kinds(run.events().of(call.attemptId()));
    unless(
        !kinds.contains("Report") && !kinds.contains("Turns"),
        "its events are",
        "neither Turns nor Report",
        kinds);
  }

  private static void stopped(CheckRun run) {
    PlaceCall call = run.calls().ringing(TestNumber.NO_ANSWER, LONG);
    PlaceResult.Accepted accepted = run.taken(call);
    unlessEqual(cancel(run, call, accepted), CancelResult.ACCEPTED, "a cancel answers");
    unlessEqual(run.end(call).disposition(), Disposition.CANCELED, "it ended as");
    unlessEqual(run.end(call).cause(), Cause.STOPPED, "its cause is");
    unlessEqual(cancel(run, call, accepted), CancelResult.ALREADY_ENDED, "a second cancel answers");
  }

  private static CancelResult cancel(CheckRun run, PlaceCall call, PlaceResult.Accepted accepted) {
    return run.await(run.gateway().cancel(call.attemptId(), accepted.gatewayRef()));
  }

  private static void notStopped(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.NO_ANSWER);
    PlaceResult.Accepted accepted = run.taken(call);
    run.end(call);
    unlessEqual(cancel(run, call, accepted), CancelResult.ALREADY_ENDED, "a cancel answers");
  }
}
