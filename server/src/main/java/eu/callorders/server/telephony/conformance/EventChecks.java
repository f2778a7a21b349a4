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

/** What a gateway tells, by itself and when it is asked. */
final class EventChecks {
  private static final int MOST_PAGES = 100_000;
  private static final int WITH_ALL_TWICE = 12;

  private EventChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        ConformanceCheck.of("a gateway that runs is up", EventChecks::up),
        ConformanceCheck.of("an unknown attempt is not found", EventChecks::unknown),
        ConformanceCheck.of("a query finds what was told", EventChecks::query, TestNumber.ANSWERS),
        ConformanceCheck.of(
            "events that could not be stored come again", EventChecks::again, TestNumber.ANSWERS),
        ConformanceCheck.of(
            "events in disorder still tell one story", EventChecks::disorder, TestNumber.DISORDER),
        ConformanceCheck.of("the log has what was told", EventChecks::log, TestNumber.ANSWERS)
            .needing(RequiredCapability.EVENT_LOG),
        ConformanceCheck.of(
            "what is over can be forgotten", EventChecks::forget, TestNumber.ANSWERS));
  }

  private static void up(CheckRun trial) {
    unlessEqual(
        trial.await(trial.gateway().health()).state(), GatewayHealth.State.UP, "its health is");
  }

  private static void unknown(CheckRun trial) {
    UUID stranger = trial.newId();
    trial.notFound(stranger);
    unlessEqual(
        trial.await(trial.gateway().cancel(stranger, null)),
        CancelResult.NOT_FOUND,
        "a cancel answers");
  }

  private static void query(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    PlaceResult.Accepted accepted = trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, GatewayEvent.Report.class);
    unlessEqual(trial.found(call).gatewayRef(), accepted.gatewayRef(), "its reference is");
    sameStory(trial.found(call).events(), told);
  }

  private static void again(CheckRun trial) {
    trial.events().refuseNext(2);
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, GatewayEvent.Report.class);
    unless(!trial.events().refused().isEmpty(), "events to refuse are", "one or more", "none");
    sameStory(trial.found(call).events(), told);
  }

  private static void disorder(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.DISORDER);
    trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, WITH_ALL_TWICE);
    unless(
        !told.stream().distinct().toList().equals(CheckRun.inSequence(told)),
        "the events come",
        "in disorder",
        "in their sequence");
    sameStory(trial.found(call).events(), told);
  }

  private static void log(CheckRun trial) {
    String before = read(trial, null, new HashSet<>());
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, GatewayEvent.Report.class);
    Set<GatewayEvent> logged = new HashSet<>();
    String after = read(trial, before, logged);
    unless(logged.containsAll(told), "the log has", told, logged);
    Set<GatewayEvent> newer = new HashSet<>();
    read(trial, after, newer);
    unless(
        newer.stream().noneMatch(logged::contains),
        "the log after its end has",
        "only newer events",
        newer);
    EventsResult strange = trial.await(trial.gateway().events("nosuchplace"));
    unlessEqual(strange, new EventsResult.CursorUnknown(), "a strange cursor is answered by");
  }

  /** Reads the log to its end, and answers where that is. */
  static String read(CheckRun trial, @Nullable String from, Set<GatewayEvent> into) {
    String place = from;
    for (int page = 0; page < MOST_PAGES; page++) {
      EventsResult answer = trial.await(trial.gateway().events(place));
      if (!(answer instanceof EventsResult.EventPage read) || !read.malformed().isEmpty()) {
        throw new CheckFailedException("the log answers", "a page without malformed items", answer);
      }
      place = read.next();
      into.addAll(read.events());
      if (read.isEmpty()) {
        return read.next();
      }
    }
    throw new CheckFailedException("the log has", MOST_PAGES + " pages at most", "more");
  }

  private static void forget(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    trial.taken(call);
    trial.toldUntil(call, GatewayEvent.Report.class);
    unlessEqual(
        trial.await(trial.gateway().forget(call.attemptId())), true, "the call is forgotten");
    trial.forgotten(call.attemptId());
  }

  private static void sameStory(List<GatewayEvent> found, List<GatewayEvent> told) {
    unlessEqual(CheckRun.inSequence(found), CheckRun.inSequence(told), "a query finds");
  }
}
