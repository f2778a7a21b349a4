package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.BrokenPromise.unless;
import static eu.callorders.server.telephony.conformance.BrokenPromise.unlessEqual;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.telephony.conformance.Promise.Need;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/** How calls go, and how they are stopped. */
final class CoursePromises {
  private static final Duration LONG = Duration.ofMinutes(10);

  private CoursePromises() {}

  static List<Promise> all() {
    return List.of(
        Promise.of(
            "a call that is taken is told of from the answer to the report",
            CoursePromises::conversation,
            Role.ANSWERS),
        Promise.of(
            "an objection is told before the call is over",
            CoursePromises::objection,
            Role.OBJECTS),
        unreached(Role.NO_ANSWER, Disposition.NO_ANSWER, Cause.NORMAL),
        unreached(Role.BUSY, Disposition.BUSY, Cause.NORMAL),
        unreached(Role.INVALID, Disposition.FAILED, Cause.NUMBER_INVALID),
        unreached(Role.VOICEMAIL, Disposition.VOICEMAIL, Cause.NORMAL)
            .needing(Need.MACHINE_DETECTION),
        unreached(Role.FAULT, Disposition.FAILED, Cause.CARRIER_FAULT),
        unreached(Role.UNTRACEABLE, Disposition.FAILED, Cause.OUTCOME_UNKNOWN),
        Promise.of("a call that rings is stopped", CoursePromises::stopped, Role.NO_ANSWER),
        Promise.of(
            "a call that is over cannot be stopped", CoursePromises::notStopped, Role.NO_ANSWER));
  }

  private static void conversation(Trial trial) {
    PlaceCall call = trial.calls().call(Role.ANSWERS);
    PlaceAnswer.Accepted accepted = trial.taken(call);
    List<GatewayEvent> told = Trial.inSequence(trial.toldUntil(call, GatewayEvent.Report.class));

    List<String> kinds = Trial.kinds(told);
    List<String> expected =
        kinds.contains("Turns")
            ? List.of("Accepted", "Ringing", "Answered", "Ended", "Turns", "Report")
            : List.of("Accepted", "Ringing", "Answered", "Ended", "Report");
    unlessEqual(kinds, expected, "the events in their sequence are");
    unless(
        told.stream().allMatch(event -> ref(event).equals(accepted.gatewayRef())),
        "the references of its events are",
        accepted.gatewayRef(),
        told.stream().map(CoursePromises::ref).distinct().toList());
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

  private static void objection(Trial trial) {
    PlaceCall call = trial.calls().call(Role.OBJECTS);
    trial.taken(call);
    List<String> kinds =
        Trial.kinds(Trial.inSequence(trial.toldUntil(call, GatewayEvent.Report.class)));
    int objected = kinds.indexOf("Objection");
    unless(
        kinds.indexOf("Answered") < objected && objected < kinds.indexOf("Ended"),
        "the events in their sequence are",
        "Objection between Answered and Ended",
        kinds);
  }

  private static Promise unreached(Role role, Disposition disposition, Cause cause) {
    return Promise.of(
        "a call to a number " + role.meaning() + " ends as " + disposition.wire(),
        trial -> unreached(trial, role, disposition, cause),
        role);
  }

  private static void unreached(Trial trial, Role role, Disposition disposition, Cause cause) {
    PlaceCall call = trial.calls().call(role);
    trial.taken(call);
    GatewayEvent.Ended end = trial.end(call);
    unlessEqual(end.disposition(), disposition, "it ended as");
    unlessEqual(end.cause(), cause, "its cause is");
    unlessEqual(end.answeredAt() != null, disposition == Disposition.VOICEMAIL, "it was picked up");
    List<String> kinds = Trial.kinds(trial.events().of(call.attemptId()));
    unless(
        !kinds.contains("Report") && !kinds.contains("Turns"),
        "its events are",
        "neither Turns nor Report",
        kinds);
  }

  private static void stopped(Trial trial) {
    PlaceCall call = trial.calls().ringing(Role.NO_ANSWER, LONG);
    PlaceAnswer.Accepted accepted = trial.taken(call);
    unlessEqual(cancel(trial, call, accepted), CancelAnswer.ACCEPTED, "a cancel answers");
    unlessEqual(trial.end(call).disposition(), Disposition.CANCELED, "it ended as");
    unlessEqual(trial.end(call).cause(), Cause.STOPPED, "its cause is");
    unlessEqual(
        cancel(trial, call, accepted), CancelAnswer.ALREADY_ENDED, "a second cancel answers");
  }

  private static CancelAnswer cancel(Trial trial, PlaceCall call, PlaceAnswer.Accepted accepted) {
    return trial.await(trial.gateway().cancel(call.attemptId(), accepted.gatewayRef()));
  }

  private static void notStopped(Trial trial) {
    PlaceCall call = trial.calls().call(Role.NO_ANSWER);
    PlaceAnswer.Accepted accepted = trial.taken(call);
    trial.end(call);
    unlessEqual(cancel(trial, call, accepted), CancelAnswer.ALREADY_ENDED, "a cancel answers");
  }
}
