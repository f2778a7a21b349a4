package eu.callorders.server.telephony.conformance;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** One try of a promise: its calls, and what is told of them. */
final class Trial {
  private final TestBed bed;
  private final TestCalls calls;

  Trial(TestBed bed) {
    this.bed = bed;
    this.calls =
        new TestCalls(bed.numbers(), bed.environment(), newId(), bed.realTime(), bed.random());
  }

  VoiceGateway gateway() {
    return bed.gateway();
  }

  VoiceGateway impatientGateway() {
    return bed.impatient();
  }

  ToldEvents events() {
    return bed.events();
  }

  /** Makes calls of one order. */
  TestCalls calls() {
    return calls;
  }

  UUID newId() {
    return UuidV7.at(bed.realTime().instant(), bed.random());
  }

  <T> T await(CompletionStage<T> stage) {
    try {
      return BoundedWait.await(Future.fromCompletionStage(stage), bed.patience());
    } catch (Exception unanswered) { // undeclared ones too
      throw new BrokenPromise(
          "the gateway answers", "within " + bed.patience().toSeconds() + " s", unanswered);
    }
  }

  /** Places the call, which is to be taken. */
  PlaceAnswer.Accepted taken(PlaceCall call) {
    PlaceAnswer answer = await(gateway().place(call));
    if (answer instanceof PlaceAnswer.Accepted accepted) {
      return accepted;
    }
    throw new BrokenPromise("placing answers", "Accepted", answer);
  }

  /** What the gateway knows of the call, which it is to know. */
  QueryAnswer.Found found(PlaceCall call) {
    QueryAnswer answer = await(gateway().query(call.attemptId(), null));
    if (answer instanceof QueryAnswer.Found found) {
      return found;
    }
    throw new BrokenPromise("a query answers", "Found", answer);
  }

  void notFound(UUID attempt) {
    QueryAnswer answer = await(gateway().query(attempt, null));
    BrokenPromise.unless(
        answer instanceof QueryAnswer.NotFound, "a query answers", "NotFound", answer);
  }

  void forgotten(UUID attempt) {
    BrokenPromise.unlessEqual(
        await(gateway().query(attempt, null)), new QueryAnswer.Forgotten(), "a query answers");
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
    BrokenPromise.unlessEqual(end(call).disposition(), disposition, "it ended as");
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
