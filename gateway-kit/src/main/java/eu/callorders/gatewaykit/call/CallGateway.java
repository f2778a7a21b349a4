package eu.callorders.gatewaykit.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the protocol over a {@link CallHandler}: one call per attempt id, eras, {@code
 * notAfter}, queries and erasure. Confined to one event loop.
 */
public final class CallGateway {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final CallHandler handler;
  private final CallRegistry registry;
  private final EventSink sink;
  private final InstantSource clock;
  private final CallJournal.Environment environment;
  private final Eras eras;
  private final Map<UUID, CallJournal> activeCalls = new HashMap<>();
  private final Map<UUID, Promise<PlaceResult>> undecided = new HashMap<>();
  private boolean draining;

  /**
   * @param clock real time
   * @param whenDurable completes once all changes so far are on disk
   */
  public CallGateway(
      CallHandler handler,
      CallRegistry registry,
      EventSink sink,
      InstantSource clock,
      Supplier<Future<Void>> whenDurable) {
    this.handler = handler;
    this.registry = registry;
    this.sink = sink;
    this.clock = clock;
    this.environment =
        new CallJournal.Environment(
            registry,
            sink,
            clock,
            whenDurable,
            journal -> activeCalls.remove(journal.call().attemptId()));
    this.eras = new Eras(registry, clock.instant());
  }

  /** Continues the calls of the previous process; run once, before any other operation. */
  public void resume() {
    for (CallRegistry.InterruptedCall interrupted : registry.interruptedCalls()) {
      CallJournal journal = open(interrupted);
      journal.accept();
      handler.resume(journal);
    }
  }

  /**
   * Accepts or refuses the call. The result may be reported once all changes so far are durable.
   *
   * @return {@link PlaceResult.Unknown}: the connection is to be closed without a response
   */
  public Future<PlaceResult> place(PlaceCall call) {
    if (registry.conflicts(call)) {
      return Future.succeededFuture(new PlaceResult.Conflict());
    }
    CallRegistry.Entry existing = registry.find(call.attemptId());
    if (existing != null) {
      queried(call.attemptId());
      return Future.succeededFuture(existing.result());
    }
    Instant now = clock.instant();
    if (eras.isStale(call.origin(), now)) {
      return Future.succeededFuture(
          new PlaceResult.Refused(RefusalReason.STALE_ERA, null)); // not stored
    }
    PlaceResult.Refused refusal = refusal(call, now);
    if (refusal != null) {
      registry.recordRefusal(call, refusal, now);
      return Future.succeededFuture(refusal);
    }
    return placeNew(new PlacedCall(call, now, handler.sipCallId(call.attemptId())));
  }

  /**
   * The connection of a placing was lost. The service cannot learn of a refusal: an undecided call
   * counts as accepted.
   */
  public void disconnected(UUID attemptId) {
    CallJournal journal = activeCalls.get(attemptId);
    if (journal != null) {
      accept(journal);
    }
  }

  public CancelResult cancel(UUID attemptId) {
    CallJournal journal = activeCalls.get(attemptId);
    if (journal != null) {
      accept(journal);
      return cancel(journal);
    }
    CallRegistry.Entry existing = registry.find(attemptId);
    return existing == null || existing.events() == null
        ? CancelResult.NOT_FOUND
        : CancelResult.ALREADY_ENDED;
  }

  public QueryResult query(UUID attemptId) {
    queried(attemptId);
    CallRegistry.Entry existing = registry.find(attemptId);
    if (existing != null && existing.isErased()) {
      return new QueryResult.Forgotten();
    }
    List<GatewayEvent> events = existing == null ? null : existing.events();
    return events == null
        ? new QueryResult.NotFound(retainedSince())
        : new QueryResult.Found(handler.gatewayRef(attemptId), events);
  }

  /** Erases an ended attempt; false when it is still active. */
  public boolean erase(UUID attemptId) {
    CallJournal journal = activeCalls.get(attemptId);
    if (journal != null && !journal.hasEnded()) {
      return false;
    }
    if (journal != null) {
      journal.close();
      activeCalls.remove(attemptId);
      handler.erased(attemptId);
    }
    registry.erase(attemptId, clock.instant()).ifPresent(sink);
    return true;
  }

  public EraRequestResult raiseEra(EraRequest request) {
    return eras.raise(request, clock.instant());
  }

  public EraQueryResult queryEra(UUID deployment) {
    return eras.query(deployment);
  }

  /** Since when no call was deleted, except erased ones; null when unknown. */
  public @Nullable Instant retainedSince() {
    return registry.retainedSince(clock.instant());
  }

  public Capabilities capabilities() {
    return new Capabilities(
        true, true, handler.detectsMachines(), true, true, handler.reportsDisclosure());
  }

  public GatewayHealth health() {
    return draining
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, 0, RETRY_AFTER)
        : handler.health();
  }

  /** Places no further call; completes when the handler no longer needs the process. */
  public Future<Void> drain() {
    draining = true;
    return handler.drain();
  }

  public void expire() {
    registry.expire(clock.instant());
  }

  private PlaceResult.@Nullable Refused refusal(PlaceCall call, Instant now) {
    if (now.isAfter(call.notAfter())) {
      return new PlaceResult.Refused(RefusalReason.TOO_LATE, null);
    }
    return draining
        ? new PlaceResult.Refused(RefusalReason.CAPACITY, RETRY_AFTER)
        : handler.refusal(call);
  }

  private Future<PlaceResult> placeNew(PlacedCall placed) {
    UUID attemptId = placed.call().attemptId();
    registry.recordPlacement(placed, new PlaceResult.Accepted(handler.gatewayRef(attemptId)));
    CallJournal journal =
        open(new CallRegistry.InterruptedCall(placed, List.of(), List.of(), null));
    Promise<PlaceResult> decision = Promise.promise();
    undecided.put(attemptId, decision);
    start(journal)
        .onSuccess(result -> decide(journal, result))
        .onFailure(fault -> fail(journal, fault));
    return decision.future();
  }

  private Future<PlaceResult> start(CallJournal journal) {
    try {
      return handler.place(journal);
    } catch (RuntimeException fault) {
      return Future.failedFuture(fault);
    }
  }

  private void decide(CallJournal journal, PlaceResult result) {
    PlaceResult decided = result;
    if (!(result instanceof PlaceResult.Refused refused)) {
      journal.logAcceptance();
    } else if (journal.isAccepted()) {
      // The service may know of the call.
      journal.ended(Disposition.FAILED, Cause.CARRIER_FAULT, null);
      journal.finish();
      decided = new PlaceResult.Accepted(journal.gatewayRef());
    } else {
      journal.close();
      activeCalls.remove(journal.call().attemptId());
      registry.recordRefusal(journal.call(), refused, clock.instant());
    }
    Promise<PlaceResult> decision = undecided.remove(journal.call().attemptId());
    if (decision != null) {
      decision.complete(decided);
    }
  }

  /** Whether the call was dialed is unknown. */
  private void fail(CallJournal journal, Throwable fault) {
    journal.endWithUnknownOutcome();
    Promise<PlaceResult> decision = undecided.remove(journal.call().attemptId());
    if (decision != null) {
      decision.fail(fault);
    }
  }

  private CancelResult cancel(CallJournal journal) {
    if (journal.hasEnded()) {
      return CancelResult.ALREADY_ENDED;
    }
    handler.cancel(journal.call().attemptId());
    return CancelResult.ACCEPTED;
  }

  private void queried(UUID attemptId) {
    CallJournal journal = activeCalls.get(attemptId);
    if (journal != null) {
      accept(journal);
      handler.queried(attemptId);
    }
  }

  /** Decides for a call whose result the service no longer waits for. */
  private void accept(CallJournal journal) {
    Promise<PlaceResult> decision = undecided.remove(journal.call().attemptId());
    if (decision != null) {
      journal.logAcceptance();
      decision.complete(new PlaceResult.Accepted(journal.gatewayRef()));
    }
  }

  private CallJournal open(CallRegistry.InterruptedCall call) {
    UUID attemptId = call.placedCall().call().attemptId();
    CallJournal journal = new CallJournal(call, handler.gatewayRef(attemptId), environment);
    activeCalls.put(attemptId, journal);
    return journal;
  }
}
