package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.promise.PromiseDecider;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseQueue;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.promise.PromiseView;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Breaks promises whose days of grace have passed and, where the tenant is set up so, emits a
 * signal for each in the same transaction.
 */
public final class BrokenPromiseWorker {
  private static final String NAME = "broken-promises";
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  /** Signals repeat data of the orders, each of which has up to 1 MiB. */
  private static final int BATCH = 8;

  private static final List<String> ORDER_MEMBERS =
      List.of("subject", "contacts", "context", "metadata", "compliance_basis");

  private final BatchWorker batches;
  private final EventStore events;
  private final SignalBatchProcessor signals;
  private final InstantSource realTime;

  public BrokenPromiseWorker(
      Database database, EventStore events, SignalBatchProcessor signals, InstantSource realTime) {
    this.batches = PromiseQueue.batches(database);
    this.events = events;
    this.signals = signals;
    this.realTime = realTime;
  }

  /** Wakes this node's loop after an advance of a clock. */
  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, NAME);
  }

  /**
   * Starts the loop.
   *
   * @param emitted runs after each batch and wakes the loops of enrollments
   */
  public static WorkLoop.Handle start(Vertx vertx, BrokenPromiseWorker worker, Runnable emitted) {
    return WorkLoop.start(
        vertx,
        NAME,
        () -> {
          if (worker.runOnce() == 0) {
            return POLL_INTERVAL;
          }
          emitted.run();
          return Duration.ZERO;
        });
  }

  /** Breaks one batch; returns the number of promises. Blocks a virtual thread. */
  public int runOnce() {
    return batches
        .run(
            (connection, parked) -> BoundedWait.await(PromiseQueue.due(connection, BATCH, parked)),
            this::breakPromises)
        .stream()
        .mapToInt(Integer::intValue)
        .sum();
  }

  /** A promise whose signal needs a lock that another transaction holds stays open for now. */
  private int breakPromises(SqlConnection connection, List<UUID> claimed) {
    List<CallPromise> open = BoundedWait.await(PromiseStore.loadOpen(connection, claimed));
    Map<UUID, Tenant> tenantsById =
        BoundedWait.await(
            TenantStore.findAll(
                connection, open.stream().map(CallPromise::tenantId).distinct().toList()));
    Map<UUID, NewSignal> signalsById = signals(connection, open, tenantsById);
    SignalBatchProcessor.Claim claim =
        BoundedWait.await(signals.claim(connection, List.copyOf(signalsById.values())));
    List<CallPromise> broken = new ArrayList<>();
    for (CallPromise promise : open) {
      Instant now = Objects.requireNonNull(tenantsById.get(promise.tenantId())).now(realTime);
      NewSignal signal = signalsById.get(promise.id());
      if (signal == null || claim.covers(signal)) {
        PromiseDecider.decide(promise.status(), PromiseFact.OVERDUE)
            .ifPresent(next -> broken.add(promise.ended(next, now)));
      }
    }
    if (!broken.isEmpty()) {
      BoundedWait.await(PromiseStore.update(connection, broken));
      BoundedWait.await(
          events.append(connection, broken.stream().map(PromiseView::event).toList()));
      BoundedWait.await(signals.record(connection, claim));
    }
    return broken.size();
  }

  /** The signals to emit, by promise. */
  private Map<UUID, NewSignal> signals(
      SqlConnection connection, List<CallPromise> open, Map<UUID, Tenant> tenantsById) {
    List<CallPromise> emitting =
        open.stream().filter(promise -> signalType(promise, tenantsById) != null).toList();
    Map<UUID, CallOrder> ordersById =
        BoundedWait.await(
                OrderStore.load(
                    connection,
                    emitting.stream().map(each -> each.origin().orderId()).distinct().toList()))
            .stream()
            .collect(Collectors.toMap(CallOrder::id, Function.identity()));
    Map<UUID, NewSignal> signalsById = new HashMap<>();
    for (CallPromise promise : emitting) {
      String type = Objects.requireNonNull(signalType(promise, tenantsById));
      CallOrder order = ordersById.get(promise.origin().orderId());
      signalsById.put(promise.id(), signal(promise, type, order));
    }
    return signalsById;
  }

  private static @Nullable String signalType(CallPromise promise, Map<UUID, Tenant> tenantsById) {
    return Objects.requireNonNull(tenantsById.get(promise.tenantId())).outcomes().promiseSignal();
  }

  /**
   * A signal about the claim of the promise.
   *
   * @param order null when a restore has lost it
   */
  private static NewSignal signal(CallPromise promise, String type, @Nullable CallOrder order) {
    ObjectNode input =
        Json.object()
            .put("signal_type", type)
            .put("subject_reference", promise.origin().subjectReference())
            .put("dedupe_key", IdKind.PROMISE.format(promise.id()))
            .put("occurred_at", Timestamps.format(promise.terms().graceEndsAt()));
    for (String member : ORDER_MEMBERS) {
      if (order != null && order.document().json().has(member)) {
        input.set(member, order.document().json().get(member));
      }
    }
    return new NewSignal(promise.tenantId(), input);
  }
}
