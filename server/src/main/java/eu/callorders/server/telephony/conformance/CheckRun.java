package eu.callorders.server.telephony.conformance;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** One try of a promise: its calls, and what is told of them. */
final class CheckRun {
  private final TestBed bed;
  private final TestCallFactory calls;

  CheckRun(TestBed bed) {
    this.bed = bed;
    this.calls =
        new TestCallFactory(
            bed.numbers(), bed.environment(), newId(), bed.realTime(), bed.random());
  }

  VoiceGateway gateway() {
    return bed.gateway();
  }

  VoiceGateway impatientGateway() {
    return bed.impatient();
  }

  EventCollector events() {
    return bed.events();
  }

  /** Makes calls of one order. */
  TestCallFactory calls() {
    return calls;
  }

  UUID newId() {
    return UuidV7.at(bed.realTime().instant(), bed.random());
  }

  <T> T await(CompletionStage<T> stage) {
    try {
      return BoundedWait.await(Future.fromCompletionStage(stage), bed.patience());
    } catch (Exception unanswered) { // undeclared ones too
      throw new CheckFailedException(
          "the gateway answers", "within " + bed.patience().toSeconds() + " s", unanswered);
    }
  }

  /** Places the call, which is to be taken. */
  PlaceResult.Accepted taken(PlaceCall call) {
    PlaceResult answer = await(gateway().place(call));
    if (answer instanceof PlaceResult.Accepted accepted) {
      return accepted;
    }
    throw new CheckFailedException("placing answers", "Accepted", answer);
  }

  /** What the gateway knows of the call, which it is to know. */
  QueryResult.Found found(PlaceCall call) {
    QueryResult answer = await(gateway().query(call.attemptId(), null));
    if (answer instanceof QueryResult.Found found) {
      return found;
    }
    throw new CheckFailedException("a query answers", "Found", answer);
  }

  void notFound(UUID attempt) {
    QueryResult answer = await(gateway().query(attempt, null));
    CheckFailedException.unless(
        answer instanceof QueryResult.NotFound, "a query answers", "NotFound", answer);
  }

  void forgotten(UUID attempt) {
    CheckFailedException.unlessEqual(
        await(gateway().query(attempt, null)), new QueryResult.Forgotten(), "a query answers");
  }

  /** The events of the call as they came, once one of that kind is among them. */
  List<GatewayEvent> toldUntil(PlaceCall call, Class<? extends GatewayEvent> kind) {
    return events()
        .until(
            call.attemptId(),
            told -> told.stream().anyMatch(kind::isInstance),
            kind.getSimpleName() + " among them",
            bed.patience());
  }

  /** The events of the call as they came, once there are so many. */
  List<GatewayEvent> toldUntil(PlaceCall call, int count) {
    return events()
        .until(call.attemptId(), told -> told.size() >= count, count + " events", bed.patience());
  }

  /** How the call ends. */
  GatewayEvent.Ended end(PlaceCall call) {
    return toldUntil(call, GatewayEvent.Ended.class).stream()
        .filter(GatewayEvent.Ended.class::isInstance)
        .map(GatewayEvent.Ended.class::cast)
        .findFirst()
        .orElseThrow();
  }

  void endsAs(PlaceCall call, Disposition disposition) {
    CheckFailedException.unlessEqual(end(call).disposition(), disposition, "it ended as");
  }

  static List<GatewayEvent> inSequence(List<GatewayEvent> events) {
    return events.stream()
        .distinct()
        .sorted(Comparator.comparingLong(event -> event.header().sequence()))
        .toList();
  }

  static List<String> kinds(List<GatewayEvent> events) {
    return events.stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  static long ends(List<GatewayEvent> events) {
    return events.stream().filter(GatewayEvent.Ended.class::isInstance).count();
  }
}
