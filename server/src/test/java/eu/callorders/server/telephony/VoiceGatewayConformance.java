package eu.callorders.server.telephony;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceAnswer.Refusal;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the port promises, tried at a gateway that knows the sandbox's magic numbers. A subclass
 * says how the gateway is reached and hands its events to {@link #events()}.
 */
abstract class VoiceGatewayConformance {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final long PATIENCE_SECONDS = 60;

  abstract VoiceGateway gateway();

  /** The same gateway, asked by somebody who soon gives up waiting for an answer. */
  abstract VoiceGateway impatientGateway();

  abstract StoredEvents events();

  @Test
  void aCallThatIsTakenIsToldFromAcceptedToReport() {
    PlaceCall call = ConformanceCalls.atOnce().to("21");
    PlaceAnswer.Accepted accepted = taken(call);
    List<GatewayEvent> told =
        inSequence(events().until(call.attemptId(), GatewayEvent.Report.class));

    assertThat(told)
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Accepted", "Ringing", "Answered", "Ended", "Turns", "Report");
    assertThat(told)
        .allSatisfy(
            event -> assertThat(event.header().gatewayRef()).isEqualTo(accepted.gatewayRef()));
    assertThat(told).extracting(event -> event.header().at()).isSorted();
    assertThat(told).extracting(event -> event.header().eventId()).doesNotHaveDuplicates();
    assertThat(told).extracting(event -> event.header().sequence()).doesNotHaveDuplicates();
  }

  @Test
  void anObjectionIsToldBeforeTheCallIsOver() {
    PlaceCall call = ConformanceCalls.atOnce().to("25");
    taken(call);
    List<GatewayEvent> told =
        inSequence(events().until(call.attemptId(), GatewayEvent.Report.class));
    assertThat(told)
        .extracting(event -> event.getClass().getSimpleName())
        .containsSubsequence("Answered", "Objection", "Ended");
  }

  @ParameterizedTest
  @CsvSource({
    "01, FAILED, NUMBER_INVALID",
    "10, NO_ANSWER, NORMAL",
    "11, BUSY, NORMAL",
    "12, VOICEMAIL, NORMAL",
    "13, FAILED, CARRIER_FAULT",
    "44, FAILED, OUTCOME_UNKNOWN",
  })
  void aCallThatReachesNobodyEndsWithoutReport(
      String digits, Disposition disposition, Cause cause) {
    PlaceCall call = ConformanceCalls.atOnce().to(digits);
    taken(call);
    List<GatewayEvent> told = events().until(call.attemptId(), GatewayEvent.Ended.class);
    GatewayEvent.Ended ended = ended(told);

    assertThat(ended.disposition()).isEqualTo(disposition);
    assertThat(ended.cause()).isEqualTo(cause);
    assertThat(ended.answeredAt() != null).isEqualTo(disposition == Disposition.VOICEMAIL);
    assertThat(told)
        .noneMatch(GatewayEvent.Report.class::isInstance)
        .noneMatch(GatewayEvent.Turns.class::isInstance);
  }

  @ParameterizedTest
  @CsvSource({"02, UNROUTABLE", "04, DO_NOT_CALL", "14, CAPACITY"})
  void aRefusedCallIsNeverDialled(String digits, Refusal code) {
    PlaceCall call = ConformanceCalls.atOnce().to(digits);
    assertThat(await(gateway().place(call)))
        .isInstanceOfSatisfying(
            PlaceAnswer.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(code);
              assertThat(refused.retryAfter() != null).isEqualTo(code == Refusal.CAPACITY);
            });
    assertThat(await(gateway().query(call.attemptId(), null)))
        .isInstanceOf(QueryAnswer.NotFound.class);
    assertThat(await(gateway().cancel(call.attemptId(), null))).isEqualTo(CancelAnswer.NOT_FOUND);
    assertThat(events().of(call.attemptId())).isEmpty();
  }

  @Test
  void capacityComesBack() {
    ConformanceCalls order = ConformanceCalls.atOnce();
    assertThat(await(gateway().place(order.to("14")))).isInstanceOf(PlaceAnswer.Refused.class);
    assertThat(await(gateway().place(order.to("14")))).isInstanceOf(PlaceAnswer.Refused.class);
    taken(order.to("14"));
  }

  @Test
  void aCallIsNotDialledAfterItsTime() {
    PlaceCall call = ConformanceCalls.atOnce().dueSince(Duration.ofSeconds(1)).to("06");
    assertThat(await(gateway().place(call)))
        .isEqualTo(new PlaceAnswer.Refused(Refusal.TOO_LATE, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"06", "10", "02", "14"})
  void theSameAttemptIsAnsweredAlikeAndDialledOnce(String digits) {
    assumeTrue(gateway().capabilities().idempotentPlacing());
    PlaceCall call = ConformanceCalls.atOnce().to(digits);
    List<PlaceAnswer> answers =
        IntStream.range(0, 10)
            .mapToObj(i -> gateway().place(call).toCompletableFuture())
            .toList()
            .stream()
            .map(VoiceGatewayConformance::await)
            .toList();

    assertThat(new HashSet<>(answers)).hasSize(1);
    if (answers.getFirst() instanceof PlaceAnswer.Accepted) {
      events().until(call.attemptId(), GatewayEvent.Ended.class);
      assertThat(found(call).events().stream().filter(GatewayEvent.Ended.class::isInstance))
          .hasSize(1);
    }
  }

  @Test
  void aCallThatRingsIsStopped() {
    PlaceCall call = ConformanceCalls.atOnce().ringing(LONG).to("06");
    PlaceAnswer.Accepted accepted = taken(call);

    assertThat(await(gateway().cancel(call.attemptId(), accepted.gatewayRef())))
        .isEqualTo(CancelAnswer.ACCEPTED);
    GatewayEvent.Ended ended = ended(events().until(call.attemptId(), GatewayEvent.Ended.class));
    assertThat(ended.disposition()).isEqualTo(Disposition.CANCELED);
    assertThat(ended.cause()).isEqualTo(Cause.STOPPED);
    assertThat(await(gateway().cancel(call.attemptId(), accepted.gatewayRef())))
        .isEqualTo(CancelAnswer.ALREADY_ENDED);
  }

  @Test
  void aCallThatIsOverCannotBeStopped() {
    PlaceCall call = ConformanceCalls.atOnce().to("06");
    taken(call);
    events().until(call.attemptId(), GatewayEvent.Ended.class);
    assertThat(await(gateway().cancel(call.attemptId(), null)))
        .isEqualTo(CancelAnswer.ALREADY_ENDED);
  }

  @Test
  void aQueryFindsWhatWasTold() {
    PlaceCall call = ConformanceCalls.atOnce().to("21");
    PlaceAnswer.Accepted accepted = taken(call);
    List<GatewayEvent> told = events().until(call.attemptId(), GatewayEvent.Report.class);

    assertThat(found(call).gatewayRef()).isEqualTo(accepted.gatewayRef());
    assertThat(found(call).events()).containsExactlyInAnyOrderElementsOf(told);
  }

  @Test
  void anUnknownAttemptIsNotFound() {
    UUID stranger = UUID.randomUUID();
    assertThat(await(gateway().query(stranger, null))).isEqualTo(new QueryAnswer.NotFound());
    assertThat(await(gateway().cancel(stranger, null))).isEqualTo(CancelAnswer.NOT_FOUND);
  }

  @Test
  void eventsThatCouldNotBeStoredComeAgain() {
    events().refuseNext(2);
    PlaceCall call = ConformanceCalls.atOnce().to("21");
    taken(call);
    List<GatewayEvent> told = events().until(call.attemptId(), GatewayEvent.Report.class);

    assertThat(events().refused()).isNotEmpty().isSubsetOf(told);
    assertThat(new HashSet<>(told)).isEqualTo(new HashSet<>(found(call).events()));
  }

  @Test
  void eventsInDisorderStillTellOneStory() {
    PlaceCall call = ConformanceCalls.atOnce().to("43");
    taken(call);
    List<GatewayEvent> told = events().until(call.attemptId(), list -> list.size() == 12);

    assertThat(told.stream().distinct().toList()).isNotEqualTo(inSequence(told));
    assertThat(inSequence(told)).isEqualTo(inSequence(found(call).events()));
  }

  @Test
  void aLostAnswerIsUnknownAndTheCallIsFoundDialledOnce() {
    PlaceCall call = ConformanceCalls.atOnce().to("42");
    assertThat(await(impatientGateway().place(call))).isInstanceOf(PlaceAnswer.Unknown.class);

    assertThat(found(call).events().stream().filter(GatewayEvent.Ended.class::isInstance))
        .hasSize(1);
    assertThat(new HashSet<>(events().until(call.attemptId(), GatewayEvent.Report.class)))
        .isEqualTo(new HashSet<>(found(call).events()));
  }

  @Test
  void whatIsOverCanBeForgotten() {
    PlaceCall call = ConformanceCalls.atOnce().to("21");
    taken(call);
    events().until(call.attemptId(), GatewayEvent.Report.class);

    assertThat(await(gateway().forget(call.attemptId()))).isTrue();
    assertThat(await(gateway().query(call.attemptId(), null)))
        .isEqualTo(new QueryAnswer.NotFound());
  }

  @Test
  void aGatewayThatRunsIsUp() {
    assertThat(await(gateway().health()).state()).isEqualTo(GatewayHealth.State.UP);
  }

  static <T> T await(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private PlaceAnswer.Accepted taken(PlaceCall call) {
    PlaceAnswer answer = await(gateway().place(call));
    assertThat(answer).isInstanceOf(PlaceAnswer.Accepted.class);
    return (PlaceAnswer.Accepted) answer;
  }

  private QueryAnswer.Found found(PlaceCall call) {
    QueryAnswer answer = await(gateway().query(call.attemptId(), null));
    assertThat(answer).isInstanceOf(QueryAnswer.Found.class);
    return (QueryAnswer.Found) answer;
  }

  private static GatewayEvent.Ended ended(List<GatewayEvent> events) {
    return events.stream()
        .filter(GatewayEvent.Ended.class::isInstance)
        .map(GatewayEvent.Ended.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static List<GatewayEvent> inSequence(List<GatewayEvent> events) {
    return events.stream()
        .distinct()
        .sorted(Comparator.comparingLong(event -> event.header().sequence()))
        .toList();
  }
}
