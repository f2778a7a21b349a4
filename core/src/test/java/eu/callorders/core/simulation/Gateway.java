package eu.callorders.core.simulation;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A correct gateway (no id is dialed twice, nothing starts too late, refusals are true) behind an
 * unreliable network. Its ledger has the real calls.
 */
final class Gateway {
  private static final long TIME_OUT = 10_000;
  private static final int ODD_REFUSALS = 12;

  final VirtualScheduler world;
  final Faults faults;
  final Invariants invariants;
  private final Map<UUID, SimulatedCall> ledger = new LinkedHashMap<>();
  private final Map<UUID, PlaceResult> results = new HashMap<>();
  private final List<SimulatedCall> lostCalls = new ArrayList<>();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private Instant downUntil = Instant.MIN;
  private Instant fullUntil = Instant.MIN;

  private final SimulatedStore store;

  Gateway(SimulatedStore store) {
    this.store = store;
    this.world = store.world;
    this.faults = store.faults;
    this.invariants = store.invariants;
  }

  /** For checks of the service from here. */
  SimulatedStore store() {
    return store;
  }

  record Placing(
      UUID attemptId,
      OrderRow order,
      PhoneNumber phone,
      int attemptNumber,
      AttemptRow.Intent intent) {}

  void sendEventsTo(List<SimulatedNode> all) {
    nodes.addAll(all);
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  boolean faulty() {
    return world.now().isBefore(faults.until());
  }

  boolean faulty(double share) {
    return faulty() && world.chance(share);
  }

  @Nullable SimulatedCall call(UUID attemptId) {
    return ledger.get(attemptId);
  }

  /** The gateway's own result of a placing; null when the request never arrived. */
  @Nullable PlaceResult result(UUID attemptId) {
    return results.get(attemptId);
  }

  void goDown(long millis) {
    world.trace("gateway", "goes down for " + millis + " ms");
    downUntil = world.now().plusMillis(millis);
  }

  void fillUp(long millis) {
    world.trace("gateway", "is full for " + millis + " ms");
    fullUntil = world.now().plusMillis(millis);
  }

  /** Cuts off every call; some are forgotten, the others end with unknown outcome. */
  void restart() {
    world.trace("gateway", "restarts");
    for (SimulatedCall call : ledger.values()) {
      if (call.open()) {
        call.cutOff();
        if (world.random.nextBoolean()) {
          lostCalls.add(call);
        } else {
          world.after(world.between(100, 30_000), call::emitUnknownOutcome);
        }
      }
    }
  }

  private boolean down() {
    return world.now().isBefore(downUntil);
  }

  /** A running node receives exactly one result: the gateway's, or a time-out. */
  void place(SimulatedNode from, Placing call, Consumer<PlaceResult> callback) {
    boolean responseLost = faulty(faults.responseLost());
    long delay = faulty(faults.eventLate()) ? world.between(0, 40_000) : world.soon(300);
    Consumer<PlaceResult> once = once(callback);
    from.after(TIME_OUT, () -> once.accept(new PlaceResult.Unknown("time-out")));
    if (faulty(faults.requestLost())) {
      return;
    }
    world.after(
        delay,
        () -> {
          if (!down()) {
            PlaceResult result = decide(call);
            if (!responseLost) {
              from.after(world.soon(300), () -> once.accept(result));
            }
          }
        });
  }

  private static <T> Consumer<T> once(Consumer<T> callback) {
    boolean[] called = new boolean[1];
    return value -> {
      if (!called[0]) {
        called[0] = true;
        callback.accept(value);
      }
    };
  }

  private PlaceResult decide(Placing placing) {
    invariants.dials.placed(this, placing);
    PlaceResult result = answer(placing);
    results.put(placing.attemptId(), result);
    world.trace(placing.order().name(), "gateway: " + result);
    if (result instanceof PlaceResult.Accepted(String ref)) {
      SimulatedCall call = new SimulatedCall(this, placing, ref);
      ledger.put(placing.attemptId(), call);
      call.begin();
    }
    return result;
  }

  private PlaceResult answer(Placing placing) {
    if (world.now().isAfter(placing.intent().notAfter())) {
      return new PlaceResult.Refused(RefusalReason.TOO_LATE, null);
    }
    if (world.now().isBefore(fullUntil)) {
      return new PlaceResult.Refused(RefusalReason.CAPACITY, retryAfter());
    }
    if (faulty(faults.refused())) {
      RefusalReason code =
          world.random.nextInt(ODD_REFUSALS) == 0
              ? world.anyOf(RefusalReason.DO_NOT_CALL, RefusalReason.UNROUTABLE)
              : RefusalReason.CAPACITY;
      return new PlaceResult.Refused(code, retryAfter());
    }
    return new PlaceResult.Accepted("g" + placing.attemptId().getLeastSignificantBits());
  }

  private @Nullable Duration retryAfter() {
    return world.random.nextBoolean() ? null : Duration.ofMillis(world.between(1_000, 600_000));
  }

  void query(SimulatedNode from, UUID attemptId, Consumer<QueryResult> callback) {
    long delay = faulty(faults.eventLate()) ? world.between(0, 25_000) : world.soon(300);
    boolean lost = faulty(faults.responseLost());
    world.after(
        world.soon(300),
        () -> {
          QueryResult result = down() || lost ? null : known(attemptId);
          from.after(
              result == null ? TIME_OUT : delay,
              () ->
                  callback.accept(
                      result == null ? new QueryResult.Unavailable("time-out") : result));
        });
  }

  private QueryResult known(UUID attemptId) {
    SimulatedCall call = ledger.get(attemptId);
    return call == null || lostCalls.contains(call)
        ? new QueryResult.NotFound()
        : new QueryResult.Found(call.ref(), call.events());
  }

  void cancel(UUID attemptId, Consumer<CancelResult> callback) {
    world.after(
        faulty(faults.eventLate()) ? world.between(0, 20_000) : world.soon(300),
        () -> {
          SimulatedCall call = ledger.get(attemptId);
          if (down()) {
            callback.accept(CancelResult.UNKNOWN);
          } else if (call == null || lostCalls.contains(call)) {
            callback.accept(CancelResult.NOT_FOUND);
          } else {
            callback.accept(call.cancel() ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED);
          }
        });
  }
}
