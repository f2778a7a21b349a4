package eu.callorders.gatewaykit.conformance;

import static eu.callorders.gatewaykit.conformance.CheckFailedException.require;
import static eu.callorders.gatewaykit.conformance.CheckFailedException.requireEqual;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.signing.Sha256;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.gatewaykit.conformance.ConformanceCheck.RequiredCapability;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/** Checks of the course and the stop of calls. */
final class CallFlowChecks {
  private static final Duration LONG_RING = Duration.ofMinutes(10);

  private CallFlowChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        ConformanceCheck.of(
            "an answered call is reported from the answer to the report",
            CallFlowChecks::conversation,
            TestNumber.ANSWERS),
        ConformanceCheck.of(
                "a conversation begins with its disclosure",
                CallFlowChecks::disclosure,
                TestNumber.ANSWERS)
            .requiring(RequiredCapability.DISCLOSURE),
        ConformanceCheck.of(
            "an objection is reported before the call ends",
            CallFlowChecks::objection,
            TestNumber.OBJECTS),
        notAnswered(TestNumber.NO_ANSWER, Disposition.NO_ANSWER, Cause.NORMAL),
        notAnswered(TestNumber.BUSY, Disposition.BUSY, Cause.NORMAL),
        notAnswered(TestNumber.INVALID, Disposition.FAILED, Cause.NUMBER_INVALID),
        notAnswered(TestNumber.VOICEMAIL, Disposition.VOICEMAIL, Cause.NORMAL)
            .requiring(RequiredCapability.MACHINE_DETECTION),
        notAnswered(TestNumber.FAULT, Disposition.FAILED, Cause.CARRIER_FAULT),
        notAnswered(TestNumber.UNTRACEABLE, Disposition.FAILED, Cause.OUTCOME_UNKNOWN),
        ConformanceCheck.of(
            "a ringing call can be stopped", CallFlowChecks::stopped, TestNumber.NO_ANSWER),
        ConformanceCheck.of(
            "an ended call cannot be stopped", CallFlowChecks::notStopped, TestNumber.NO_ANSWER));
  }

  private static void conversation(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    PlaceResult.Accepted accepted = run.place(call);
    List<GatewayEvent> events =
        CheckRun.inSequence(run.awaitEvents(call, GatewayEvent.Report.class));

    List<String> kinds = CheckRun.kinds(events);
    List<String> expected =
        Stream.of("Accepted", "Ringing", "Answered", "Disclosed", "Ended", "Turns", "Report")
            .filter(kind -> !kind.equals("Disclosed") || run.reportsDisclosure())
            .filter(kind -> !kind.equals("Turns") || kinds.contains("Turns"))
            .toList();
    requireEqual(kinds, expected, "the events in their sequence are");
    require(
        events.stream().allMatch(event -> ref(event).equals(accepted.gatewayRef())),
        "the references of its events are",
        accepted.gatewayRef(),
        events.stream().map(CallFlowChecks::ref).distinct().toList());
    List<Instant> instants = events.stream().map(event -> event.header().at()).toList();
    requireEqual(instants, instants.stream().sorted().toList(), "the instants in their sequence");
    requireEqual(
        new HashSet<>(events.stream().map(event -> event.header().eventId()).toList()).size(),
        events.size(),
        "different event ids");
    requireEqual(
        new HashSet<>(events.stream().map(event -> event.header().sequence()).toList()).size(),
        events.size(),
        "different places in the sequence");
  }

  private static String ref(GatewayEvent event) {
    return event.header().gatewayRef();
  }

  private static void disclosure(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    run.place(call);
    List<GatewayEvent> events =
        CheckRun.inSequence(run.awaitEvents(call, GatewayEvent.Report.class));
    List<String> texts =
        events.stream()
            .filter(GatewayEvent.Disclosed.class::isInstance)
            .map(event -> ((GatewayEvent.Disclosed) event).textSha256())
            .toList();
    requireEqual(texts, List.of(Sha256.hex(call.disclosure())), "the hashes of its disclosure are");
  }

  private static void objection(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.OBJECTS);
    run.place(call);
    List<String> kinds =
        CheckRun.kinds(CheckRun.inSequence(run.awaitEvents(call, GatewayEvent.Report.class)));
    int objected = kinds.indexOf("Objection");
    require(
        kinds.indexOf("Answered") < objected && objected < kinds.indexOf("Ended"),
        "the events in their sequence are",
        "Objection between Answered and Ended",
        kinds);
  }

  private static ConformanceCheck notAnswered(
      TestNumber number, Disposition disposition, Cause cause) {
    return ConformanceCheck.of(
        "a call to a number " + number.description() + " ends as " + disposition.wire(),
        run -> notAnswered(run, number, disposition, cause),
        number);
  }

  private static void notAnswered(
      CheckRun run, TestNumber number, Disposition disposition, Cause cause) {
    PlaceCall call = run.callFactory().call(number);
    run.place(call);
    GatewayEvent.Ended end = run.awaitEnd(call);
    requireEqual(end.disposition(), disposition, "it ended as");
    requireEqual(end.cause(), cause, "its cause is");
    requireEqual(
        end.answeredAt() != null, disposition == Disposition.VOICEMAIL, "it was picked up");
    List<String> kinds = CheckRun.kinds(run.events().events(call.attemptId()));
    require(
        !kinds.contains("Report") && !kinds.contains("Turns"),
        "its events are",
        "neither Turns nor Report",
        kinds);
  }

  private static void stopped(CheckRun run) {
    PlaceCall call = run.callFactory().ringing(TestNumber.NO_ANSWER, LONG_RING);
    PlaceResult.Accepted accepted = run.place(call);
    requireEqual(cancel(run, call, accepted), CancelResult.ACCEPTED, "a cancel answers");
    requireEqual(run.awaitEnd(call).disposition(), Disposition.CANCELED, "it ended as");
    requireEqual(run.awaitEnd(call).cause(), Cause.STOPPED, "its cause is");
    requireEqual(
        cancel(run, call, accepted), CancelResult.ALREADY_ENDED, "a second cancel answers");
  }

  private static CancelResult cancel(CheckRun run, PlaceCall call, PlaceResult.Accepted accepted) {
    return run.await(run.gateway().cancel(call.attemptId(), accepted.gatewayRef()));
  }

  private static void notStopped(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.NO_ANSWER);
    PlaceResult.Accepted accepted = run.place(call);
    run.awaitEnd(call);
    requireEqual(cancel(run, call, accepted), CancelResult.ALREADY_ENDED, "a cancel answers");
  }
}
