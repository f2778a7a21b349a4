package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Creates and changes sequences, each change with its event, serialized per sequence. */
public final class SequenceEditor {
  private static final int MAX_SEQUENCES = 200;
  private static final int MAX_TRIGGERED = 20;

  private final EventStore events;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public SequenceEditor(EventStore events, InstantSource realTime, RandomGenerator random) {
    this.events = events;
    this.realTime = realTime;
    this.random = random;
  }

  /** A change at the tenant's time; may throw {@link ProblemException}. */
  interface Change extends BiFunction<Sequence, Instant, Sequence> {}

  /**
   * Creates a sequence with a first draft. A lock per tenant serializes creation, so the count is
   * exact.
   */
  Future<Sequence> create(
      SqlConnection connection, ApiRequest request, String key, String title, JsonNode definition) {
    UUID tenantId = request.caller().tenantId();
    UUID id = UuidV7.at(realTime.instant(), random);
    return Locks.acquire(connection, List.of(Locks.sequences(tenantId)))
        .compose(locked -> SequenceCatalog.count(connection, tenantId))
        .compose(
            count -> requireWithinLimit(count < MAX_SEQUENCES, MAX_SEQUENCES + " sequences exist."))
        .compose(withinLimit -> now(connection, tenantId))
        .map(now -> Sequence.created(id, key, title, definition, now))
        .compose(
            created ->
                SequenceCatalog.insert(connection, tenantId, created)
                    .compose(
                        inserted ->
                            inserted
                                ? appendEvent(
                                    connection, tenantId, EventType.SEQUENCE_CREATED, created)
                                : alreadyExists()));
  }

  private static Future<Sequence> alreadyExists() {
    return Future.failedFuture(
        ProblemException.of(ProblemCode.ALREADY_EXISTS, "There is a sequence with this key."));
  }

  Future<Sequence> activate(SqlConnection connection, ApiRequest request, int version) {
    UUID tenantId = request.caller().tenantId();
    return Locks.acquire(connection, List.of(Locks.sequences(tenantId)))
        .compose(
            locked ->
                change(
                    connection,
                    request,
                    EventType.SEQUENCE_ACTIVATED,
                    (before, now) -> before.activated(version, now)))
        .compose(
            after ->
                SequenceCatalog.countTriggered(
                        connection, tenantId, after.activeOrNewest().signalType())
                    .compose(
                        count ->
                            requireWithinLimit(
                                count <= MAX_TRIGGERED,
                                MAX_TRIGGERED + " active sequences have this signal type."))
                    .map(after));
  }

  private static Future<Void> requireWithinLimit(boolean withinLimit, String detail) {
    return withinLimit
        ? Future.succeededFuture()
        : Future.failedFuture(ProblemException.of(ProblemCode.SEQUENCE_LIMIT, detail));
  }

  /** Changes the sequence in the path; fails with {@code not_found} if unknown. */
  Future<Sequence> change(
      SqlConnection connection, ApiRequest request, EventType type, Change change) {
    UUID tenantId = request.caller().tenantId();
    return findLocked(
            connection, tenantId, IdKind.SEQUENCE.parse(request.pathParameter("sequence_id")))
        .compose(
            before ->
                now(connection, tenantId)
                    .map(now -> change.apply(before, now))
                    .compose(
                        after ->
                            SequenceCatalog.update(connection, tenantId, before, after)
                                .compose(done -> appendEvent(connection, tenantId, type, after))));
  }

  private Future<Sequence> findLocked(SqlConnection connection, UUID tenantId, Optional<UUID> id) {
    return id.map(
            sequenceId ->
                Locks.acquire(connection, List.of(Locks.sequence(tenantId, sequenceId)))
                    .compose(locked -> SequenceCatalog.find(connection, tenantId, sequenceId)))
        .orElse(Future.succeededFuture(Optional.empty()))
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  private Future<Instant> now(SqlConnection connection, UUID tenantId) {
    return TenantStore.now(connection, tenantId, realTime)
        .map(now -> now.truncatedTo(ChronoUnit.MILLIS));
  }

  private Future<Sequence> appendEvent(
      SqlConnection connection, UUID tenantId, EventType type, Sequence sequence) {
    return events
        .append(connection, List.of(SequenceView.event(tenantId, type, sequence)))
        .map(sequence);
  }
}
