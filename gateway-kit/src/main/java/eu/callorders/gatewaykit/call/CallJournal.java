package eu.callorders.gatewaykit.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.signing.Sha256;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The durable record of one call, through which its handler reports. Events are stored, appended to
 * the log and pushed until the service has stored them. Changes of one event loop turn reach the
 * disk together. After {@link #finish} and after the erasure of the call all changes are ignored.
 * Confined to the gateway's event loop.
 */
public final class CallJournal {
  private static final String UNKNOWN_ACTOR = "unknown";

  private final PlacedCall placedCall;
  private final String gatewayRef;
  private final Environment environment;
  private final List<GatewayEvent> events;
  private final List<GatewayEvent.Turns> parts;
  private final byte @Nullable [] restoredState;
  private @Nullable Instant answeredAt;
  private boolean ended;
  private boolean acceptanceLogged;
  private boolean closed;

  /**
   * What the journals of a gateway share.
   *
   * @param clock real time
   * @param whenDurable completes once all changes so far are on disk
   * @param onFinish receives each journal that is finished
   */
  record Environment(
      CallRegistry registry,
      EventSink sink,
      InstantSource clock,
      Supplier<Future<Void>> whenDurable,
      Consumer<CallJournal> onFinish) {}

  CallJournal(CallRegistry.InterruptedCall call, String gatewayRef, Environment environment) {
    this.placedCall = call.placedCall();
    this.gatewayRef = gatewayRef;
    this.environment = environment;
    this.events = new ArrayList<>(call.events());
    this.parts = new ArrayList<>(call.turns());
    this.restoredState = call.state();
    events.forEach(this::apply);
    this.acceptanceLogged = isAccepted();
  }

  public PlaceCall call() {
    return placedCall.call();
  }

  /** When the call was stored, in real time. */
  public Instant placedAt() {
    return placedCall.placedAt();
  }

  public String gatewayRef() {
    return gatewayRef;
  }

  /** The SIP Call-ID of the call; null for a gateway without SIP. */
  public @Nullable String sipCallId() {
    return placedCall.sipCallId();
  }

  /** All events so far, those of earlier processes included. */
  public List<GatewayEvent> events() {
    return List.copyOf(events);
  }

  /** Null until {@link #answered}. */
  public @Nullable Instant answeredAt() {
    return answeredAt;
  }

  public boolean hasEnded() {
    return ended;
  }

  /** Whether the service may know of the call, so that it cannot be refused any more. */
  public boolean isAccepted() {
    return !events.isEmpty();
  }

  /** The state that an earlier process has saved; null when none was saved. */
  public byte @Nullable [] restoredState() {
    return restoredState;
  }

  /** Replaces what {@link #restoredState} returns in the next process. */
  public void save(CallState state) {
    if (!closed) {
      environment.registry().recordState(call().attemptId(), state);
    }
  }

  /** Completes once all changes until now are on disk. */
  public Future<Void> whenDurable() {
    return environment.whenDurable().get();
  }

  /** The result for {@link CallHandler#place} of a call that was dialed or will be. */
  public Future<PlaceResult> accepted() {
    return Future.succeededFuture(new PlaceResult.Accepted(gatewayRef));
  }

  public void ringing() {
    report(new GatewayEvent.Ringing(header()));
  }

  /** A person or a machine picked up. */
  public void answered() {
    report(new GatewayEvent.Answered(header()));
  }

  /** The disclosure of the call was spoken to its end, before anything else. */
  public void disclosed() {
    report(disclosure(header()));
  }

  /** The event of {@link #disclosed}. */
  public GatewayEvent.Disclosed disclosure(GatewayEvent.Header header) {
    return new GatewayEvent.Disclosed(header, Sha256.hex(call().disclosure()));
  }

  /** The person objects to calls: report it at once. */
  public void objection(String scope) {
    report(new GatewayEvent.Objection(header(), scope));
  }

  /**
   * Stores a part of the transcript for {@link #reportTurns}.
   *
   * @param complete whether no part is missing up to this one
   */
  public void addTurns(String locale, boolean complete, List<GatewayEvent.Turn> turns) {
    if (!closed) {
      int number = parts.size() + 1;
      GatewayEvent.Header header = header(call().attemptId() + "-turns-" + number, number);
      GatewayEvent.Turns part = new GatewayEvent.Turns(header, locale, complete, turns);
      parts.add(part);
      environment.registry().recordTurns(part);
    }
  }

  /** Reports the stored parts of the transcript as one event, unless it was reported. */
  public void reportTurns() {
    if (!parts.isEmpty() && events.stream().noneMatch(GatewayEvent.Turns.class::isInstance)) {
      report(TranscriptParts.join(header(), parts));
    }
  }

  /**
   * The whole transcript, once for a call.
   *
   * @param complete whether no turn is missing
   */
  public void turns(String locale, boolean complete, List<GatewayEvent.Turn> turns) {
    report(new GatewayEvent.Turns(header(), locale, complete, turns));
  }

  /** The agent's report of a conversation, as {@link GatewayEvent.Report} describes it. */
  public void report(Map<String, Object> document) {
    report(new GatewayEvent.Report(header(), document));
  }

  /**
   * The call is over; a second end is ignored.
   *
   * @param endedBy wire value of the result's {@code termination.actor}; null when unanswered
   */
  public void ended(Disposition disposition, Cause cause, @Nullable String endedBy) {
    ended(disposition, cause, endedBy, null);
  }

  /**
   * The same with the network's codes.
   *
   * @param network null when unknown
   */
  public void ended(
      Disposition disposition,
      Cause cause,
      @Nullable String endedBy,
      GatewayEvent.@Nullable NetworkCause network) {
    if (!ended) {
      GatewayEvent.Header header = header();
      report(
          new GatewayEvent.Ended(
              header, disposition, cause, endedBy, answeredAt, header.at(), network));
    }
  }

  /** Ends the call as far as known, and finishes it. */
  public void endWithUnknownOutcome() {
    if (answeredAt == null) {
      ended(Disposition.FAILED, Cause.OUTCOME_UNKNOWN, null);
    } else {
      ended(Disposition.ANSWERED, Cause.OUTCOME_UNKNOWN, UNKNOWN_ACTOR);
    }
    finish();
  }

  /** No further event: the next process does not resume the call. */
  public void finish() {
    if (!closed) {
      closed = true;
      environment.registry().recordFinish(call().attemptId());
      environment.onFinish().accept(this);
    }
  }

  /** The header of the next event. */
  public GatewayEvent.Header nextHeader() {
    long sequence = events.size() + 1L;
    return header(call().attemptId() + "-" + sequence, sequence);
  }

  private GatewayEvent.Header header(String id, long sequence) {
    return new GatewayEvent.Header(
        id, call().attemptId(), gatewayRef, sequence, environment.clock().instant());
  }

  /** Stores, logs and pushes an event. */
  public void report(GatewayEvent event) {
    record(event);
    deliver(event);
  }

  /** Stores an event, which queries return from now on. */
  public void record(GatewayEvent event) {
    if (!closed) {
      events.add(event);
      apply(event);
      environment.registry().recordEvent(placedCall, events());
    }
  }

  /** Logs and pushes a stored event. */
  public void deliver(GatewayEvent event) {
    if (!closed) {
      acceptanceLogged |= event instanceof GatewayEvent.Accepted;
      environment.sink().accept(event);
    }
  }

  /** Reports the acceptance, unless it is reported. */
  void accept() {
    if (!isAccepted()) {
      report(new GatewayEvent.Accepted(nextHeader(), GatewayEvent.Facts.of(call())));
    }
  }

  /** The acceptance must be in the log before the placing is answered. */
  void logAcceptance() {
    accept();
    if (!acceptanceLogged) {
      acceptanceLogged = true;
      environment.sink().record(events.getFirst());
    }
  }

  /** Ignores all later changes. */
  void close() {
    closed = true;
  }

  /** The acceptance is the first event of every call. */
  private GatewayEvent.Header header() {
    accept();
    return nextHeader();
  }

  private void apply(GatewayEvent event) {
    if (event instanceof GatewayEvent.Answered) {
      answeredAt = event.header().at();
    } else if (event instanceof GatewayEvent.Ended) {
      ended = true;
    }
  }
}
