package eu.callorders.simulator.gateway;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.PlaceResult.Refused;
import eu.callorders.core.telephony.QueryResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedGatewayTest {
  static final String CONVERSATION = "Accepted-Ringing-Answered-Disclosed-Ended-Turns-Report";
  private final ManualClock time = new ManualClock();
  private final CollectedEvents out = new CollectedEvents();
  private final SimulatedGateway gateway =
      new SimulatedGateway(
          new SimulatorEnvironment(time, time, out), new InMemoryCallRegistry(10_000));

  @Test
  void callWithoutDelaysCompletesAtOnceWithoutTimers() {
    PlaceCall call = toDigits("21").build();

    assertThat(gateway.place(call)).contains(accepted(call));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
    assertThat(time.idle()).isTrue();
    assertThat(out.delivered()).extracting(event -> event.header().sequence()).isSorted();
    assertThat(out.delivered())
        .extracting(event -> event.header().eventId())
        .doesNotHaveDuplicates();
    assertThat(out.delivered())
        .allSatisfy(
            event -> {
              assertThat(event.header().attemptId()).isEqualTo(call.attemptId());
              assertThat(event.header().gatewayRef()).isEqualTo("sim-" + call.attemptId());
              assertThat(event.header().at()).isEqualTo(NOW);
            });
  }

  @Test
  void everyStepWaitsForItsDelay() {
    gateway.place(toDigits("25").delays(100, 200, 50).build());
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing");
    time.advance(Duration.ofMillis(99));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing");
    time.advance(Duration.ofMillis(1));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Answered-Disclosed");
    time.advance(Duration.ofMillis(100));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Answered-Disclosed-Objection");
    time.advance(Duration.ofMillis(100));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Answered-Disclosed-Objection-Ended-Turns");
    time.advance(Duration.ofMillis(50));
    assertThat(out.kinds())
        .isEqualTo("Accepted-Ringing-Answered-Disclosed-Objection-Ended-Turns-Report");

    GatewayEvent.Ended ended = out.only(GatewayEvent.Ended.class);
    assertThat(ended.answeredAt()).isEqualTo(NOW.plusMillis(100));
    assertThat(ended.endedAt()).isEqualTo(NOW.plusMillis(300));
  }

  @Test
  void lateReportComesAfterHalfAMinute() {
    gateway.place(toDigits("40").build());
    time.advance(Duration.ofMillis(29_999));
    assertThat(out.kinds()).doesNotContain("Report");
    time.advance(Duration.ofMillis(1));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
  }

  @Test
  void missingReportNeverComes() {
    gateway.place(toDigits("41").build());
    time.advance(Duration.ofDays(1));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Answered-Disclosed-Ended-Turns");
  }

  @Test
  void unansweredCallHasNoAnswerTimeAndNoActor() {
    gateway.place(toDigits("10").build());
    GatewayEvent.Ended ended = out.only(GatewayEvent.Ended.class);
    assertThat(ended.answeredAt()).isNull();
    assertThat(ended.endedBy()).isNull();
    assertThat(ended.endedAt()).isEqualTo(NOW);
  }

  @Test
  void voicemailKeepsItsAnswerTime() {
    gateway.place(toDigits("12").delays(10, 20, 0).build());
    time.advance(Duration.ofSeconds(1));
    GatewayEvent.Ended ended = out.only(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.VOICEMAIL);
    assertThat(ended.answeredAt()).isEqualTo(NOW.plusMillis(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"02", "04", "06", "14", "42"})
  void repeatedAttemptHasTheSameResultAndNoSecondCall(String digits) {
    PlaceCall call = toDigits(digits).build();
    PlaceResult first = gateway.place(call).orElse(accepted(call));
    PlaceResult again = gateway.place(call).orElseThrow();
    long ended = out.delivered().stream().filter(GatewayEvent.Ended.class::isInstance).count();

    assertThat(again).isEqualTo(first);
    assertThat(gateway.place(call)).contains(first);
    assertThat(ended).isEqualTo(first instanceof PlaceResult.Accepted ? 1 : 0);
  }

  @Test
  void refusesForCapacityTwicePerOrderAndPhone() {
    UUID order = UUID.randomUUID();
    Refused noCapacity = new Refused(RefusalReason.CAPACITY, Duration.ofSeconds(1));
    PlaceCall first = toDigits("14").order(order).build();

    assertThat(gateway.place(first)).contains(noCapacity);
    assertThat(gateway.place(first)).contains(noCapacity);
    assertThat(gateway.place(toDigits("14").build())).contains(noCapacity);
    assertThat(gateway.place(toDigits("14").order(order).build())).contains(noCapacity);
    PlaceCall third = toDigits("14").order(order).build();
    assertThat(gateway.place(third)).contains(accepted(third));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
  }

  @Test
  void refusesACallAfterNotAfter() {
    assertThat(gateway.place(toDigits("06").notAfter(NOW.minusMillis(1)).build()))
        .contains(new Refused(RefusalReason.TOO_LATE, null));
    PlaceCall inTime = toDigits("06").notAfter(NOW).build();
    assertThat(gateway.place(inTime)).contains(accepted(inTime));
  }

  @Test
  void findsOnlyAcceptedCalls() {
    PlaceCall refused = toDigits("02").build();
    gateway.place(refused);
    UUID unknown = UUID.randomUUID();

    assertThat(gateway.query(unknown)).isEqualTo(new QueryResult.NotFound());
    assertThat(gateway.cancel(unknown)).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(gateway.query(refused.attemptId())).isEqualTo(new QueryResult.NotFound());
    assertThat(gateway.cancel(refused.attemptId())).isEqualTo(CancelResult.NOT_FOUND);
  }

  @Test
  void queryReturnsTheSameEvents() {
    PlaceCall call = toDigits("21").build();
    gateway.place(call);
    assertThat(gateway.query(call.attemptId()))
        .isEqualTo(new QueryResult.Found("sim-" + call.attemptId(), out.delivered()));
  }

  @Test
  void withholdsTheEventsOfALostCallUntilQueried() {
    PlaceCall call = toDigits("42").build();
    assertThat(gateway.place(call)).isEmpty();
    assertThat(out.delivered()).isEmpty();

    QueryResult.Found found = (QueryResult.Found) gateway.query(call.attemptId());
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
    assertThat(found.events()).isEqualTo(out.delivered());
    time.advance(Duration.ofHours(1));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
  }

  @Test
  void deliversTheEventsOfALostCallAfterATimeout() {
    gateway.place(toDigits("42").delays(0, 20_000, 0).build());
    time.advance(Duration.ofSeconds(9));
    assertThat(out.delivered()).isEmpty();
    time.advance(Duration.ofSeconds(1));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Answered-Disclosed");
    time.advance(Duration.ofSeconds(10));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
  }

  @Test
  void disorderDeliversEveryEventTwiceAndOutOfOrder() {
    PlaceCall call = toDigits("43").delays(10, 10, 10).build();
    gateway.place(call);
    time.advance(Duration.ofSeconds(1));

    QueryResult.Found truth = (QueryResult.Found) gateway.query(call.attemptId());
    Map<GatewayEvent, Integer> times = new HashMap<>();
    out.delivered().forEach(event -> times.merge(event, 1, Integer::sum));
    assertThat(times.keySet()).isEqualTo(new HashSet<>(truth.events()));
    assertThat(times.values()).containsOnly(2);
    assertThat(out.delivered().getFirst()).isInstanceOf(GatewayEvent.Ringing.class);
    assertThat(out.delivered().subList(7, 14)).isEqualTo(truth.events().reversed());
  }

  @Test
  void endedCallCanBeErasedAndIsNotDialedAgain() {
    PlaceCall call = toDigits("40").build();
    gateway.place(call);

    assertThat(gateway.erase(call.attemptId())).isTrue();
    assertThat(gateway.query(call.attemptId())).isEqualTo(new QueryResult.Forgotten());
    assertThat(time.idle()).isTrue();
    assertThat(gateway.place(call)).contains(accepted(call));
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Answered-Disclosed-Ended-Turns-Forgotten");
    assertThat(gateway.erase(call.attemptId())).isTrue();
    assertThat(gateway.erase(UUID.randomUUID())).isTrue();
  }

  @Test
  void activeCallIsNotErased() {
    PlaceCall call = toDigits("06").delays(1000, 0, 0).build();
    gateway.place(call);
    assertThat(gateway.erase(call.attemptId())).isFalse();
    time.advance(Duration.ofSeconds(1));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
  }

  @Test
  void keepsCallsForAnHourAfterTheirEnd() {
    PlaceCall call = toDigits("06").delays(60_000, 0, 0).build();
    gateway.place(call);
    time.advance(Duration.ofMinutes(60));
    gateway.expire();
    assertThat(gateway.query(call.attemptId())).isInstanceOf(QueryResult.Found.class);
    time.advance(Duration.ofMinutes(1));
    gateway.expire();
    assertThat(gateway.query(call.attemptId())).isEqualTo(new QueryResult.NotFound());
  }

  @Test
  void evictsTheOldestCallsAboveTheLimit() {
    PlaceCall running = toDigits("06").delays(1000, 0, 0).build();
    gateway.place(running);
    List<PlaceCall> over =
        IntStream.rangeClosed(0, 10_000).mapToObj(i -> toDigits("10").build()).toList();
    over.forEach(gateway::place);

    assertThat(gateway.query(over.get(0).attemptId())).isEqualTo(new QueryResult.NotFound());
    assertThat(gateway.query(over.get(1).attemptId())).isInstanceOf(QueryResult.Found.class);
    assertThat(gateway.query(running.attemptId())).isInstanceOf(QueryResult.Found.class);
  }

  @Test
  void acceptsNoCallWhileEventsAreCongested() {
    out.congest(true);
    assertThat(gateway.place(toDigits("06").build()))
        .contains(new Refused(RefusalReason.CAPACITY, Duration.ofSeconds(1)));
    assertThat(gateway.health().state()).isEqualTo(GatewayHealth.State.DEGRADED);
    out.congest(false);
    PlaceCall next = toDigits("06").build();
    assertThat(gateway.place(next)).contains(accepted(next));
  }

  @Test
  void healthCountsFreeChannels() {
    int free = gateway.health().freeChannels();
    PlaceCall call = toDigits("40").delays(1000, 0, 0).build();
    gateway.place(call);
    assertThat(gateway.health().freeChannels()).isEqualTo(free - 1);
    time.advance(Duration.ofSeconds(1));
    assertThat(gateway.health()).isEqualTo(new GatewayHealth(GatewayHealth.State.UP, free, null));
  }

  private static PlaceResult accepted(PlaceCall call) {
    return new PlaceResult.Accepted("sim-" + call.attemptId());
  }
}
