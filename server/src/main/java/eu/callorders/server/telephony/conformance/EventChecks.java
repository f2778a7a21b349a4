package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.CheckFailedException.unless;
import static eu.callorders.server.telephony.conformance.CheckFailedException.unlessEqual;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.telephony.conformance.ConformanceCheck.RequiredCapability;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks of events, queries and the event log. */
final class EventChecks {
  private static final int MOST_PAGES = 100_000;
  private static final int WITH_ALL_TWICE = 12;

  private EventChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        ConformanceCheck.of("a running gateway is up", EventChecks::up),
        ConformanceCheck.of("an unknown attempt is not found", EventChecks::unknown),
        ConformanceCheck.of(
            "a query finds the reported events", EventChecks::query, TestNumber.ANSWERS),
        ConformanceCheck.of(
            "events that could not be stored are resent", EventChecks::again, TestNumber.ANSWERS),
        ConformanceCheck.of(
            "events out of order are complete", EventChecks::disorder, TestNumber.DISORDER),
        ConformanceCheck.of("the log has the reported events", EventChecks::log, TestNumber.ANSWERS)
            .needing(RequiredCapability.EVENT_LOG),
        ConformanceCheck.of(
            "an ended call can be erased", EventChecks::forget, TestNumber.ANSWERS));
  }

  private static void up(CheckRun run) {
    unlessEqual(run.await(run.gateway().health()).state(), GatewayHealth.State.UP, "its health is");
  }

  private static void unknown(CheckRun run) {
    UUID unknownId = run.newId();
    run.notFound(unknownId);
    unlessEqual(
        run.await(run.gateway().cancel(unknownId, null)),
        CancelResult.NOT_FOUND,
        "a cancel answers");
  }

  private static void query(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.ANSWERS);
    PlaceResult.Accepted accepted = run.taken(call);
    List<GatewayEvent> events = run.toldUntil(call, GatewayEvent.Report.class);
    unlessEqual(run.found(call).gatewayRef(), accepted.gatewayRef(), "its reference is");
    sameStory(run.found(call).events(), events);
  }

  private static void again(CheckRun run) {
    run.events().refuseNext(2);
    PlaceCall call = run.calls().call(TestNumber.ANSWERS);
    run.taken(call);
    List<GatewayEvent> events = run.toldUntil(call, GatewayEvent.Report.class);
    unless(!run.events().refused().isEmpty(), "events to refuse are", "one or more", "none");
    sameStory(run.found(call).events(), events);
  }

  private static void disorder(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.DISORDER);
    run.taken(call);
    List<GatewayEvent> events = run.toldUntil(call, WITH_ALL_TWICE);
    unless(
        !events.stream().distinct().toList().equals(CheckRun.inSequence(events)),
        "the events come",
        "in disorder",
        "in their sequence");
    sameStory(run.found(call).events(), events);
  }

  private static void log(CheckRun run) {
    String before = read(run, null, new HashSet<>());
    PlaceCall call = run.calls().call(TestNumber.ANSWERS);
    run.taken(call);
    List<GatewayEvent> events = run.toldUntil(call, GatewayEvent.Report.class);
    Set<GatewayEvent> logged = new HashSet<>();
    String after = read(run, before, logged);
    unless(logged.containsAll(events), "the log has", events, logged);
    Set<GatewayEvent> newer = new HashSet<>();
    read(run, after, newer);
    unless(
        newer.stream().noneMatch(logged::contains),
        "the log after its end has",
        "only newer events",
        newer);
    EventsResult unknown = run.await(run.gateway().events("nosuchplace"));
    unlessEqual(unknown, new EventsResult.CursorUnknown(), "an unknown cursor is answered by");
  }

  /** Reads the log to its end; returns the cursor there. */
  static String read(CheckRun run, @Nullable String from, Set<GatewayEvent> into) {
    String cursor = from;
    for (int page = 0; page < MOST_PAGES; page++) {
      EventsResult result = run.await(run.gateway().events(cursor));
      if (!(result instanceof EventsResult.EventPage read) || !read.malformed().isEmpty()) {
        throw new CheckFailedException("the log answers", "a page without malformed items", result);
      }
      cursor = read.next();
      into.addAll(read.events());
      if (read.isEmpty()) {
        return read.next();
      }
    }
    throw new CheckFailedException("the log has", MOST_PAGES + " pages at most", "more");
  }

  private static void forget(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.ANSWERS);
    run.taken(call);
    run.toldUntil(call, GatewayEvent.Report.class);
    unlessEqual(run.await(run.gateway().forget(call.attemptId())), true, "the call is erased");
    run.forgotten(call.attemptId());
  }

  private static void sameStory(List<GatewayEvent> found, List<GatewayEvent> reported) {
    unlessEqual(CheckRun.inSequence(found), CheckRun.inSequence(reported), "a query finds");
  }
}
