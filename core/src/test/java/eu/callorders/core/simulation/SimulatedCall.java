package eu.callorders.core.simulation;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Header;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One real call at the gateway, and the events that the gateway emits about it. */
final class SimulatedCall {
  private static final SummaryCode[] CONVERSATION_CODES =
      Arrays.stream(SummaryCode.values())
          .filter(SummaryCode::isConversation)
          .toArray(SummaryCode[]::new);
  private static final Cause[] FAILURES = {
    Cause.NUMBER_INVALID, Cause.CARRIER_FAULT, Cause.CARRIER_FAULT, Cause.REDIRECTED
  };
  private static final int SELDOM = 40;

  private final Gateway gateway;
  private final VirtualScheduler world;
  private final Gateway.Placing placing;
  private final String ref;
  private final List<GatewayEvent> events = new ArrayList<>();
  private @Nullable Instant startedAt;
  private @Nullable Instant answeredAt;
  private @Nullable Instant endedAt;
  private @Nullable Disposition disposition;
  private @Nullable Cause cause;
  private @Nullable SummaryCode summary;
  private boolean cut;

  SimulatedCall(Gateway gateway, Gateway.Placing placing, String ref) {
    this.gateway = gateway;
    this.world = gateway.world;
    this.placing = placing;
    this.ref = ref;
  }

  String ref() {
    return ref;
  }

  Gateway.Placing placing() {
    return placing;
  }

  List<GatewayEvent> events() {
    return List.copyOf(events);
  }

  @Nullable Instant startedAt() {
    return startedAt;
  }

  @Nullable Instant endedAt() {
    return endedAt;
  }

  @Nullable Cause cause() {
    return cause;
  }

  @Nullable Disposition disposition() {
    return disposition;
  }

  /** The summary of the agent's report, even if the report is lost. */
  @Nullable SummaryCode summary() {
    return summary;
  }

  /** Whether the call is not over. */
  boolean open() {
    return endedAt == null;
  }

  /** Whether the person's phone rings or a conversation is going on. */
  boolean isOnLine() {
    return startedAt != null && endedAt == null;
  }

  void begin() {
    emit(header -> new GatewayEvent.Accepted(header, null));
    Duration left = Duration.between(world.now(), placing.intent().notAfter());
    later(Math.min(world.soon(3_000), left.toMillis()), this::dial);
  }

  private void dial() {
    startedAt = world.now();
    gateway.invariants.dials.dialed(gateway, this);
    switch (world.random.nextInt(12)) {
      case 0, 1, 2 ->
          ring(
              AttemptTimeouts.RING_TIMEOUT.toMillis(),
              () -> end(Disposition.NO_ANSWER, Cause.NORMAL));
      case 3, 4 -> later(world.between(200, 8_000), () -> end(Disposition.BUSY, Cause.NORMAL));
      case 5 -> ring(world.between(200, 8_000), () -> end(Disposition.BUSY, Cause.DECLINED));
      case 6, 7 -> ring(world.between(2_000, 20_000), this::machine);
      case 8 -> later(world.between(200, 9_000), this::fail);
      case 9 -> ring(world.between(2_000, 20_000), this::answer);
      default ->
          ring(
              AttemptTimeouts.RING_TIMEOUT.toMillis(),
              () -> end(Disposition.NO_ANSWER, Cause.NORMAL));
    }
  }

  private void ring(long millis, Runnable next) {
    emit(GatewayEvent.Ringing::new);
    later(millis, next);
  }

  private void fail() {
    end(
        Disposition.FAILED,
        world.random.nextInt(SELDOM) == 0 ? Cause.REFUSED : world.anyOf(FAILURES));
  }

  private void machine() {
    answeredAt = world.now();
    emit(GatewayEvent.Answered::new);
    later(world.between(1_000, 10_000), () -> end(Disposition.VOICEMAIL, Cause.NORMAL));
  }

  private void answer() {
    answeredAt = world.now();
    emit(GatewayEvent.Answered::new);
    summary = world.anyOf(CONVERSATION_CODES);
    long talk = world.between(1_000, AttemptTimeouts.MAX_DURATION.toMillis());
    if (world.random.nextInt(4) == 0) {
      later(talk / 2, () -> emit(header -> new GatewayEvent.Objection(header, "voice")));
    }
    later(talk, this::hangUp);
  }

  /** Sometimes the line breaks, and the network reports only a failure. */
  private void hangUp() {
    if (world.random.nextInt(6) == 0) {
      end(Disposition.FAILED, Cause.CARRIER_FAULT);
      return;
    }
    end(Disposition.ANSWERED, Cause.NORMAL);
    if (!gateway.faulty(gateway.faults.reportMissing())) {
      long late = world.random.nextInt(8) == 0 ? 1_800_000 : 5_000;
      String code = summary.wire();
      world.after(
          world.between(0, late),
          () -> emit(header -> new GatewayEvent.Report(header, Map.of("summary_code", code))));
    }
  }

  private void end(Disposition disposition, Cause cause) {
    endedAt = world.now();
    this.disposition = disposition;
    this.cause = cause;
    emit(
        header ->
            new GatewayEvent.Ended(
                header,
                disposition,
                cause,
                answeredAt == null ? null : "subject",
                answeredAt,
                header.at()));
  }

  /** Whether it can still be stopped; an answer may come first. */
  boolean cancel() {
    if (!open() || answeredAt != null) {
      return false;
    }
    later(
        world.soon(2_000),
        () -> {
          if (answeredAt == null) {
            end(Disposition.CANCELED, Cause.STOPPED);
          }
        });
    return true;
  }

  void cutOff() {
    cut = true;
    endedAt = world.now();
    this.disposition = Disposition.FAILED;
    this.cause = Cause.OUTCOME_UNKNOWN;
    world.trace(placing.order().name(), "gateway: a" + number() + " is cut off");
  }

  void emitUnknownOutcome() {
    emit(
        header ->
            new GatewayEvent.Ended(
                header, Disposition.FAILED, Cause.OUTCOME_UNKNOWN, null, answeredAt, endedAt));
  }

  /** Schedules the next step, unless the call has ended by then. */
  private void later(long millis, Runnable next) {
    world.after(
        Math.max(0, millis),
        () -> {
          if (!cut && endedAt == null) {
            next.run();
          }
        });
  }

  private long number() {
    return placing.attemptId().getLeastSignificantBits();
  }

  private void emit(Function<Header, GatewayEvent> kind) {
    UUID id = placing.attemptId();
    long sequence = events.size() + 1L;
    GatewayEvent event =
        kind.apply(new Header(ref + "-" + sequence, id, ref, sequence, world.now()));
    events.add(event);
    if (!gateway.faulty(gateway.faults.eventMissing())) {
      new Delivery(gateway, event).send();
      if (gateway.faulty(gateway.faults.eventTwice())) {
        new Delivery(gateway, event).send();
      }
    }
  }
}
