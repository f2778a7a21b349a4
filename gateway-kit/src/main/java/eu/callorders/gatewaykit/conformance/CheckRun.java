package eu.callorders.gatewaykit.conformance;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of a check, with its calls and their events. */
final class CheckRun {
  private final TestBed bed;
  private final TestCallFactory callFactory;

  CheckRun(TestBed bed) {
    this.bed = bed;
    this.callFactory =
        new TestCallFactory(
            bed.numbers(),
            new PhoneNumber(bed.callerId()),
            bed.environment(),
            newId(),
            bed.realTime(),
            bed.random());
  }

  VoiceGateway gateway() {
    return bed.gateway();
  }

  boolean reportsDisclosure() {
    return gateway().capabilities().disclosure();
  }

  VoiceGateway shortTimeoutGateway() {
    return bed.shortTimeoutGateway();
  }

  EventCollector events() {
    return bed.events();
  }

  TestCallFactory callFactory() {
    return callFactory;
  }

  UUID newId() {
    return UuidV7.at(bed.realTime().instant(), bed.random());
  }

  <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(bed.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException unanswered) {
      throw new CheckFailedException(
          "the gateway answers", "within " + bed.timeout().toSeconds() + " s", unanswered);
    }
  }

  /** Places a call; fails unless the gateway accepts it. */
  PlaceResult.Accepted place(PlaceCall call) {
    PlaceResult result = await(gateway().place(call));
    if (result instanceof PlaceResult.Accepted accepted) {
      return accepted;
    }
    throw new CheckFailedException("placing answers", "Accepted", result);
  }

  /** Queries a call; fails unless the gateway finds it. */
  QueryResult.Found find(PlaceCall call) {
    QueryResult result = await(gateway().query(call.attemptId(), null));
    if (result instanceof QueryResult.Found found) {
      return found;
    }
    throw new CheckFailedException("a query answers", "Found", result);
  }

  void requireNotFound(UUID attempt) {
    QueryResult result = await(gateway().query(attempt, null));
    CheckFailedException.require(
        result instanceof QueryResult.NotFound, "a query answers", "NotFound", result);
  }

  void requireErased(UUID attempt) {
    CheckFailedException.requireEqual(
        await(gateway().query(attempt, null)), new QueryResult.Forgotten(), "a query answers");
  }

  /** The received events of the call, once one has that type. */
  List<GatewayEvent> awaitEvents(PlaceCall call, Class<? extends GatewayEvent> kind) {
    return events()
        .await(
            call.attemptId(),
            events -> events.stream().anyMatch(kind::isInstance),
            kind.getSimpleName() + " among them",
            bed.timeout());
  }

  /** The received events of the call, once there are that many. */
  List<GatewayEvent> awaitEvents(PlaceCall call, int count) {
    return events()
        .await(
            call.attemptId(), events -> events.size() >= count, count + " events", bed.timeout());
  }

  GatewayEvent.Ended awaitEnd(PlaceCall call) {
    return awaitEvents(call, GatewayEvent.Ended.class).stream()
        .filter(GatewayEvent.Ended.class::isInstance)
        .map(GatewayEvent.Ended.class::cast)
        .findFirst()
        .orElseThrow();
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

  static long countEnds(List<GatewayEvent> events) {
    return events.stream().filter(GatewayEvent.Ended.class::isInstance).count();
  }
}
