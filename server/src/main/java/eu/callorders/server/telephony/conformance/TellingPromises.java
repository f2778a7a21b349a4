package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.BrokenPromise.unless;
import static eu.callorders.server.telephony.conformance.BrokenPromise.unlessEqual;

import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.EventsAnswer;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.telephony.conformance.Promise.Need;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a gateway tells, by itself and when it is asked. */
final class TellingPromises {
  private static final int MOST_PAGES = 100_000;
  private static final int WITH_ALL_TWICE = 12;

  private TellingPromises() {}

  static List<Promise> all() {
    return List.of(
        Promise.of("a gateway that runs is up", TellingPromises::up),
        Promise.of("an unknown attempt is not found", TellingPromises::unknown),
        Promise.of("a query finds what was told", TellingPromises::query, Role.ANSWERS),
        Promise.of(
            "events that could not be stored come again", TellingPromises::again, Role.ANSWERS),
        Promise.of(
            "events in disorder still tell one story", TellingPromises::disorder, Role.DISORDER),
        Promise.of("the log has what was told", TellingPromises::log, Role.ANSWERS)
            .needing(Need.EVENT_LOG),
        Promise.of("what is over can be forgotten", TellingPromises::forget, Role.ANSWERS));
  }

  private static void up(Trial trial) {
    unlessEqual(
        trial.await(trial.gateway().health()).state(), GatewayHealth.State.UP, "its health is");
  }

  private static void unknown(Trial trial) {
    UUID stranger = trial.newId();
    trial.notFound(stranger);
    unlessEqual(
        trial.await(trial.gateway().cancel(stranger, null)),
        CancelAnswer.NOT_FOUND,
        "a cancel answers");
  }

  private static void query(Trial trial) {
    PlaceCall call = trial.calls().call(Role.ANSWERS);
    PlaceAnswer.Accepted accepted = trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, GatewayEvent.Report.class);
    unlessEqual(trial.found(call).gatewayRef(), accepted.gatewayRef(), "its reference is");
    sameStory(trial.found(call).events(), told);
  }

  private static void again(Trial trial) {
    trial.events().refuseNext(2);
    PlaceCall call = trial.calls().call(Role.ANSWERS);
    trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, GatewayEvent.Report.class);
    unless(!trial.events().refused().isEmpty(), "events to refuse are", "one or more", "none");
    sameStory(trial.found(call).events(), told);
  }

  private static void disorder(Trial trial) {
    PlaceCall call = trial.calls().call(Role.DISORDER);
    trial.taken(call);
    List<GatewayEvent> told = trial.toldUntil(call, WITH_ALL_TWICE);
    unless(
        !told.stream().distinct().toList().equals(Trial.inSequence(told)),
        "the events come",
        "in disorder",
        "in their sequence");
    sameStory(trial.found(call).events(), told);
  }

  private static void log(Trial trial) {
    String before = read(trial, null, new HashSet<>());
    PlaceCall call = trial.calls().call(Role.ANSWERS);
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
    EventsAnswer strange = trial.await(trial.gateway().events("nosuchplace"));
    unlessEqual(strange, new EventsAnswer.CursorUnknown(), "a strange cursor is answered by");
  }

  /** Reads the log to its end, and answers where that is. */
  static String read(Trial trial, @Nullable String from, Set<GatewayEvent> into) {
    String place = from;
    for (int page = 0; page < MOST_PAGES; page++) {
      EventsAnswer answer = trial.await(trial.gateway().events(place));
      if (!(answer instanceof EventsAnswer.EventPage read) || !read.malformed().isEmpty()) {
        throw new BrokenPromise("the log answers", "a page without malformed items", answer);
      }
      place = read.next();
      into.addAll(read.events());
      if (read.isEmpty()) {
        return read.next();
      }
    }
    throw new BrokenPromise("the log has", MOST_PAGES + " pages at most", "more");
  }

  private static void forget(Trial trial) {
    PlaceCall call = trial.calls().call(Role.ANSWERS);
    trial.taken(call);
    trial.toldUntil(call, GatewayEvent.Report.class);
    unlessEqual(
        trial.await(trial.gateway().forget(call.attemptId())), true, "the call is forgotten");
    trial.forgotten(call.attemptId());
  }

  private static void sameStory(List<GatewayEvent> found, List<GatewayEvent> told) {
    unlessEqual(Trial.inSequence(found), Trial.inSequence(told), "a query finds");
  }
}
