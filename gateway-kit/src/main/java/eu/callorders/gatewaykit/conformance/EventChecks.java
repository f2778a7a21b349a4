package eu.callorders.gatewaykit.conformance;

import static eu.callorders.gatewaykit.conformance.CheckFailedException.require;
import static eu.callorders.gatewaykit.conformance.CheckFailedException.requireEqual;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.gatewaykit.conformance.ConformanceCheck.RequiredCapability;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks of events, queries and the event log. */
final class EventChecks {
  private static final int MAX_PAGES = 100_000;
  private static final int EVENTS = 6;

  private EventChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        ConformanceCheck.of("a running gateway is up", EventChecks::health),
        ConformanceCheck.of("an unknown attempt is not found", EventChecks::unknownAttempt),
        ConformanceCheck.of(
            "a query finds the reported events", EventChecks::query, TestNumber.ANSWERS),
        ConformanceCheck.of(
            "events that could not be stored are resent", EventChecks::resend, TestNumber.ANSWERS),
        ConformanceCheck.of(
            "events out of order are complete", EventChecks::disorder, TestNumber.DISORDER),
        ConformanceCheck.of("the log has the reported events", EventChecks::log, TestNumber.ANSWERS)
            .requiring(RequiredCapability.EVENT_LOG),
        ConformanceCheck.of("an ended call can be erased", EventChecks::erase, TestNumber.ANSWERS));
  }

  private static void health(CheckRun run) {
    requireEqual(
        run.await(run.gateway().health()).state(), GatewayHealth.State.UP, "its health is");
  }

  private static void unknownAttempt(CheckRun run) {
    UUID unknownId = run.newId();
    run.requireNotFound(unknownId);
    requireEqual(
        run.await(run.gateway().cancel(unknownId, null)),
        CancelResult.NOT_FOUND,
        "a cancel answers");
  }

  private static void query(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    PlaceResult.Accepted accepted = run.place(call);
    List<GatewayEvent> events = run.awaitEvents(call, GatewayEvent.Report.class);
    requireEqual(run.find(call).gatewayRef(), accepted.gatewayRef(), "its reference is");
    requireSameEvents(run.find(call).events(), events);
  }

  private static void resend(CheckRun run) {
    run.events().refuseNext(2);
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    run.place(call);
    List<GatewayEvent> events = run.awaitEvents(call, GatewayEvent.Report.class);
    require(!run.events().refused().isEmpty(), "events to refuse are", "one or more", "none");
    requireSameEvents(run.find(call).events(), events);
  }

  private static void disorder(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.DISORDER);
    run.place(call);
    int different = run.reportsDisclosure() ? EVENTS + 1 : EVENTS;
    List<GatewayEvent> events = run.awaitEvents(call, 2 * different);
    require(
        !events.stream().distinct().toList().equals(CheckRun.inSequence(events)),
        "the events come",
        "in disorder",
        "in their sequence");
    requireSameEvents(run.find(call).events(), events);
  }

  private static void log(CheckRun run) {
    String before = read(run, null, new HashSet<>());
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    run.place(call);
    List<GatewayEvent> events = run.awaitEvents(call, GatewayEvent.Report.class);
    Set<GatewayEvent> logged = new HashSet<>();
    String after = read(run, before, logged);
    require(logged.containsAll(events), "the log has", events, logged);
    Set<GatewayEvent> newer = new HashSet<>();
    read(run, after, newer);
    require(
        newer.stream().noneMatch(logged::contains),
        "the log after its end has",
        "only newer events",
        newer);
    EventsResult unknown = run.await(run.gateway().events("nosuchplace"));
    requireEqual(unknown, new EventsResult.CursorUnknown(), "an unknown cursor is answered by");
  }

  /** Reads the log to its end; returns the cursor there. */
  static String read(CheckRun run, @Nullable String from, Set<GatewayEvent> into) {
    String cursor = from;
    for (int page = 0; page < MAX_PAGES; page++) {
      EventsResult result = run.await(run.gateway().events(cursor));
      if (!(result instanceof EventsResult.EventPage read) || !read.malformed().isEmpty()) {
        throw new CheckFailedException("the log answers", "a page without malformed items", result);
      }
      cursor = read.nextCursor();
      into.addAll(read.events());
      if (read.isEmpty()) {
        return read.nextCursor();
      }
    }
    throw new CheckFailedException("the log has", MAX_PAGES + " pages at most", "more");
  }

  private static void erase(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    run.place(call);
    run.awaitEvents(call, GatewayEvent.Report.class);
    requireEqual(run.await(run.gateway().erase(call.attemptId())), true, "the call is erased");
    run.requireErased(call.attemptId());
  }

  private static void requireSameEvents(List<GatewayEvent> found, List<GatewayEvent> reported) {
    requireEqual(CheckRun.inSequence(found), CheckRun.inSequence(reported), "a query finds");
  }
}
