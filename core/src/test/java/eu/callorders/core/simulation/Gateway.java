package eu.callorders.core.simulation;

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
 * A gateway that keeps its word (the same id is never dialled twice, nothing begins too late, a
 * refusal is the truth) over a network that does not. Its ledger knows what really happened.
 */
final class Gateway {
  private static final long TIME_OUT = 10_000;
  private static final int ODD_REFUSALS = 12;

  final VirtualScheduler world;
  final Faults faults;
  final Invariants invariants;
  private final Map<UUID, SimulatedCall> ledger = new LinkedHashMap<>();
  private final Map<UUID, PlaceResult> answers = new HashMap<>();
  private final List<SimulatedCall> forgotten = new ArrayList<>();
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

  /** For whoever checks on the service from here. */
  SimulatedStore store() {
    return store;
  }

  /** One request to place a call. */
  record Placing(
      UUID attemptId, OrderRow order, String to, int attempt, AttemptRow.Intent intent) {}

  void tells(List<SimulatedNode> all) {
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

  /** What the gateway itself has answered; null when it was never asked. */
  @Nullable PlaceResult truth(UUID attemptId) {
    return answers.get(attemptId);
  }

  void goDown(long millis) {
    world.tell("gateway", "goes down for " + millis + " ms");
    downUntil = world.now().plusMillis(millis);
  }

  void fillUp(long millis) {
    world.tell("gateway", "is full for " + millis + " ms");
    fullUntil = world.now().plusMillis(millis);
  }

  /** Every call is cut off; some are forgotten, of the others it cannot tell what became. */
  void restart() {
    world.tell("gateway", "restarts");
    for (SimulatedCall call : ledger.values()) {
      if (call.open()) {
        call.cutOff();
        if (world.random.nextBoolean()) {
          forgotten.add(call);
        } else {
          world.after(world.between(100, 30_000), call::tellUnknownFate);
        }
      }
    }
  }

  private boolean down() {
    return world.now().isBefore(downUntil);
  }

  /** A node that lives on gets exactly one answer: the gateway's, or that there is none. */
  void place(SimulatedNode from, Placing call, Consumer<PlaceResult> answer) {
    boolean answerLost = faulty(faults.answerLost());
    long way = faulty(faults.eventLate()) ? world.between(0, 40_000) : world.soon(300);
    Consumer<PlaceResult> once = once(answer);
    from.after(TIME_OUT, () -> once.accept(new PlaceResult.Unknown("time-out")));
    if (faulty(faults.requestLost())) {
      return;
    }
    world.after(
        way,
        () -> {
          if (!down()) {
            PlaceResult truth = decide(call);
            if (!answerLost) {
              from.after(world.soon(300), () -> once.accept(truth));
            }
          }
        });
  }

  private static <T> Consumer<T> once(Consumer<T> answer) {
    boolean[] given = new boolean[1];
    return value -> {
      if (!given[0]) {
        given[0] = true;
        answer.accept(value);
      }
    };
  }

  private PlaceResult decide(Placing placing) {
    invariants.dials.placed(this, placing);
    PlaceResult answer = answer(placing);
    answers.put(placing.attemptId(), answer);
    world.tell(placing.order().name(), "gateway: " + answer);
    if (answer instanceof PlaceResult.Accepted(String ref)) {
      SimulatedCall call = new SimulatedCall(this, placing, ref);
      ledger.put(placing.attemptId(), call);
      call.begin();
    }
    return answer;
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

  void query(SimulatedNode from, UUID attemptId, Consumer<QueryResult> answer) {
    long way = faulty(faults.eventLate()) ? world.between(0, 25_000) : world.soon(300);
    boolean lost = faulty(faults.answerLost());
    world.after(
        world.soon(300),
        () -> {
          QueryResult truth = down() || lost ? null : known(attemptId);
          from.after(
              truth == null ? TIME_OUT : way,
              () -> answer.accept(truth == null ? new QueryResult.Unavailable("time-out") : truth));
        });
  }

  private QueryResult known(UUID attemptId) {
    SimulatedCall call = ledger.get(attemptId);
    return call == null || forgotten.contains(call)
        ? new QueryResult.NotFound()
        : new QueryResult.Found(call.ref(), call.events());
  }

  void cancel(UUID attemptId, Consumer<CancelResult> answer) {
    world.after(
        faulty(faults.eventLate()) ? world.between(0, 20_000) : world.soon(300),
        () -> {
          SimulatedCall call = ledger.get(attemptId);
          if (down()) {
            answer.accept(CancelResult.UNKNOWN);
          } else if (call == null || forgotten.contains(call)) {
            answer.accept(CancelResult.NOT_FOUND);
          } else {
            answer.accept(call.cancel() ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED);
          }
        });
  }
}
