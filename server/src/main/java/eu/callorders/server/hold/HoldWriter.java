package eu.callorders.server.hold;

import eu.callorders.core.event.EventType;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Places and ends holds with their events, in the caller's transaction, which holds the {@link
 * HoldLocks} of their names.
 */
public final class HoldWriter {
  /** Standing holds of source {@code api} of one tenant. */
  static final int MAX_OF_API = 1_000_000;

  /**
   * Standing holds that calls find by one name, where one of source {@code api} is added: each
   * check of a call reads them all, in a batch with calls of other tenants.
   */
  static final int MAX_OF_NAME = 1_000;

  private final HoldStore store;
  private final EventStore events;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final int limit;
  private final int limitOfName;

  public HoldWriter(
      HoldStore store, EventStore events, InstantSource realTime, RandomGenerator random) {
    this(store, events, realTime, random, MAX_OF_API, MAX_OF_NAME);
  }

  HoldWriter(
      HoldStore store,
      EventStore events,
      InstantSource realTime,
      RandomGenerator random,
      int limit,
      int limitOfName) {
    this.store = store;
    this.events = events;
    this.realTime = realTime;
    this.random = random;
    this.limit = limit;
    this.limitOfName = limitOfName;
  }

  /**
   * A hold to place.
   *
   * @param reason the wire form of a {@link eu.callorders.core.hold.HoldReason}
   * @param until the tenant's time; null until it is released
   * @param callId the call whose report makes it; null without one
   */
  public record NewHold(
      UUID tenantId,
      HoldNames names,
      String reason,
      HoldSource source,
      @Nullable Instant until,
      @Nullable String note,
      @Nullable UUID callId) {

    /** This one, or the same one when its end is later. */
    NewHold later(NewHold same) {
      boolean later = until != null && (same.until() == null || same.until().isAfter(until));
      return later ? same : this;
    }
  }

  /**
   * A hold that stands.
   *
   * @param created false if it stood already; then its end is the later of both
   */
  public record Placed(Hold hold, boolean created) {}

  /**
   * Places a hold, or extends the one that stands with the same names, reason and source. One whose
   * end has come expires first. Fails with {@code hold_limit} when too many of source {@code api}
   * stand.
   *
   * @param now the tenant's time
   */
  public Future<Placed> place(SqlConnection connection, NewHold wanted, Instant now) {
    Hold hold =
        new Hold(
            UuidV7.at(realTime.instant(), random),
            wanted.tenantId(),
            wanted.names(),
            wanted.reason(),
            wanted.source(),
            HoldStatus.ACTIVE,
            wanted.until(),
            wanted.note(),
            wanted.callId(),
            now,
            null);
    return store
        .findSame(connection, hold)
        .compose(same -> expire(connection, same, now))
        .compose(
            same ->
                same.isPresent() ? extend(connection, same.get(), hold) : insert(connection, hold));
  }

  private Future<Optional<Hold>> expire(
      SqlConnection connection, Optional<Hold> found, Instant now) {
    return found
        .filter(hold -> hold.isDue(now))
        .map(due -> end(connection, List.of(due.expired()), EventType.HOLD_EXPIRED))
        .map(expired -> expired.map(done -> Optional.<Hold>empty()))
        .orElseGet(() -> Future.succeededFuture(found));
  }

  private Future<Placed> extend(SqlConnection connection, Hold standing, Hold again) {
    Hold extended = standing.extended(again.names(), again.until());
    return extended.equals(standing)
        ? Future.succeededFuture(new Placed(standing, false))
        : store.extend(connection, extended).map(done -> new Placed(extended, false));
  }

  private Future<Placed> insert(SqlConnection connection, Hold hold) {
    return count(connection, hold)
        .compose(counted -> store.insert(connection, hold))
        .compose(
            done ->
                events.append(
                    connection,
                    List.of(HoldView.event(hold, EventType.HOLD_CREATED, hold.createdAt()))))
        .map(done -> new Placed(hold, true));
  }

  private Future<Void> count(SqlConnection connection, Hold hold) {
    if (hold.source() != HoldSource.API) {
      return Future.succeededFuture();
    }
    return store
        .countOfName(connection, hold.tenantId(), hold.names(), limitOfName)
        .compose(
            standing ->
                standing < limitOfName
                    ? HoldCountStore.add(connection, hold.tenantId(), limit)
                    : refuse(limitOfName + " holds of the person, the claim or the number stand."))
        .compose(
            counted ->
                counted ? Future.succeededFuture() : refuse(limit + " holds of the API stand."));
  }

  private static <T> Future<T> refuse(String detail) {
    return Future.failedFuture(ProblemException.of(ProblemCode.HOLD_LIMIT, detail));
  }

  /**
   * Releases a hold by its id; one that has ended stays as it is. Acquires its locks.
   *
   * @param now the tenant's time
   * @return the hold afterwards; empty when the tenant has no such hold
   */
  public Future<Optional<Hold>> release(
      SqlConnection connection, UUID tenantId, UUID id, Instant now) {
    return store
        .find(connection, tenantId, id)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(found)
                    : HoldLocks.acquire(connection, tenantId, List.of(found.get().names()))
                        .compose(locked -> store.findLocked(connection, tenantId, id))
                        .compose(locked -> releaseFound(connection, locked, now)));
  }

  private Future<Optional<Hold>> releaseFound(
      SqlConnection connection, Optional<Hold> locked, Instant now) {
    return locked.isPresent() && locked.get().status() == HoldStatus.ACTIVE
        ? release(connection, List.of(locked.get()), now)
            .map(done -> locked.map(hold -> released(hold, now)))
        : Future.succeededFuture(locked);
  }

  /**
   * Releases holds that stand and whose rows are locked; those whose end has come expire.
   *
   * @param now the tenant's time
   */
  public Future<Void> release(SqlConnection connection, List<Hold> holds, Instant now) {
    Map<HoldStatus, List<Hold>> ended =
        holds.stream()
            .map(hold -> released(hold, now))
            .collect(Collectors.groupingBy(Hold::status));
    List<Hold> expired = ended.getOrDefault(HoldStatus.EXPIRED, List.of());
    List<Hold> released = ended.getOrDefault(HoldStatus.RELEASED, List.of());
    return end(connection, expired, EventType.HOLD_EXPIRED)
        .compose(done -> end(connection, released, EventType.HOLD_RELEASED));
  }

  private static Hold released(Hold hold, Instant now) {
    return hold.isDue(now) ? hold.expired() : hold.ended(HoldStatus.RELEASED, now);
  }

  /** Saves ended holds of any tenants, with their events. */
  Future<Void> end(SqlConnection connection, List<Hold> ended, EventType type) {
    if (ended.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<UUID, Integer> ofApi =
        ended.stream()
            .filter(hold -> hold.source() == HoldSource.API)
            .collect(Collectors.toMap(Hold::tenantId, hold -> 1, Integer::sum));
    List<NewEvent> newEvents =
        ended.stream().map(hold -> HoldView.event(hold, type, requireEnd(hold))).toList();
    return store
        .end(connection, ended)
        .compose(done -> HoldCountStore.subtract(connection, ofApi))
        .compose(done -> events.append(connection, newEvents));
  }

  private static Instant requireEnd(Hold hold) {
    if (hold.endedAt() == null) {
      throw new IllegalArgumentException("the hold stands");
    }
    return hold.endedAt();
  }
}
