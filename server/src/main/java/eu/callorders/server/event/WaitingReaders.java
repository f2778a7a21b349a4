package eu.callorders.server.event;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The requests of this node that wait for the next event of their tenant. Each is an entry here and
 * a timer; {@link FeedPoller} reads for all of them.
 */
public final class WaitingReaders {
  /** Readers of a tenant that may wait at once. */
  static final int MAX_PER_TENANT = 100;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Runnable onFirst;
  private final Map<UUID, Set<WaitingReader>> byTenant = new HashMap<>();
  private boolean closed;

  /**
   * @param first runs when a reader waits and none did before
   */
  public WaitingReaders(Vertx vertx, Runnable first) {
    this.vertx = vertx;
    this.onFirst = first;
  }

  /** One waiting request. */
  final class WaitingReader {
    private final UUID tenantId;
    private final EventFilter filter;
    private final Promise<Void> ready;
    private long readUpTo;
    private boolean newEvents;
    private long timer;

    private WaitingReader(UUID tenantId, EventFilter filter, long readUpTo) {
      this.tenantId = tenantId;
      this.filter = filter;
      this.readUpTo = readUpTo;
      // Completed by another thread, continued on the event loop of the request.
      this.ready = ((ContextInternal) vertx.getOrCreateContext()).promise();
    }

    /** Completes with the next matching event, or after the time. */
    Future<Void> ready() {
      return ready.future();
    }

    /** Whether the tenant has had events meanwhile, even if they do not match. */
    boolean hasNewEvents() {
      synchronized (WaitingReaders.this) {
        return newEvents;
      }
    }

    /** Ends the wait of a client that has disconnected. */
    void cancel() {
      remove(this);
    }
  }

  /**
   * Lets a request wait, from its event loop.
   *
   * @param readUpTo the horizon below which the request has read everything
   * @throws ProblemException {@code rate_limited} when too many requests of the tenant wait
   */
  WaitingReader add(UUID tenantId, EventFilter filter, long readUpTo, Duration limit) {
    WaitingReader reader = new WaitingReader(tenantId, filter, readUpTo);
    boolean first;
    synchronized (this) {
      if (closed) {
        reader.ready.complete();
        return reader;
      }
      first = byTenant.isEmpty();
      Set<WaitingReader> readers = byTenant.computeIfAbsent(tenantId, id -> new HashSet<>(4));
      if (readers.size() >= MAX_PER_TENANT) {
        throw new ProblemException(tooMany());
      }
      readers.add(reader);
    }
    reader.timer = vertx.setTimer(Math.max(1, limit.toMillis()), timer -> complete(reader));
    if (first) {
      onFirst.run();
    }
    return reader;
  }

  private static Problem tooMany() {
    return Problem.retryLater(
        ProblemCode.RATE_LIMITED,
        "Too many requests of the tenant wait for events; wait with fewer.",
        RETRY_AFTER);
  }

  /** The number of waiting requests. */
  public synchronized int size() {
    return byTenant.values().stream().mapToInt(Set::size).sum();
  }

  /** For each tenant with waiting readers, the lowest horizon up to which one has read. */
  synchronized Map<UUID, Long> readUpTo() {
    Map<UUID, Long> lowest = new HashMap<>();
    byTenant.forEach(
        (tenantId, readers) ->
            lowest.put(
                tenantId, readers.stream().mapToLong(each -> each.readUpTo).min().orElseThrow()));
    return lowest;
  }

  /**
   * Wakes the readers of a tenant that events between two horizons concern; the others wait from
   * the later one on.
   *
   * @param after the lower horizon; a reader that has read less waits for the next round
   * @param all whether there are more events than these
   */
  void wake(UUID tenantId, long after, long horizon, List<NewFeedEvent> events, boolean all) {
    List<WaitingReader> concerned = new ArrayList<>();
    synchronized (this) {
      for (WaitingReader reader : byTenant.getOrDefault(tenantId, Set.of())) {
        if (reader.readUpTo >= after) {
          reader.newEvents |= !events.isEmpty();
          if (all || events.stream().anyMatch(event -> event.matches(reader.filter))) {
            concerned.add(reader);
          } else {
            reader.readUpTo = Math.max(reader.readUpTo, horizon);
          }
        }
      }
    }
    concerned.forEach(this::complete);
  }

  /** Ends every wait, now and later: the node stops. */
  void close() {
    List<WaitingReader> all = new ArrayList<>();
    synchronized (this) {
      closed = true;
      byTenant.values().forEach(all::addAll);
    }
    all.forEach(this::complete);
  }

  private void complete(WaitingReader reader) {
    if (remove(reader)) {
      reader.ready.complete();
    }
  }

  /** Returns false for a reader that no longer waits. */
  private boolean remove(WaitingReader reader) {
    synchronized (this) {
      Set<WaitingReader> readers = byTenant.get(reader.tenantId);
      if (readers == null || !readers.remove(reader)) {
        return false;
      }
      if (readers.isEmpty()) {
        byTenant.remove(reader.tenantId);
      }
    }
    vertx.cancelTimer(reader.timer);
    return true;
  }
}
