package eu.callorders.server.search;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Indexes orders or enrollments in the order of their ids, on one node at a time. A row is read and
 * indexed under its subject's lock, so that no redaction comes in between.
 *
 * <p>The position in the database follows two minutes behind, so that it passes no row whose commit
 * is late: it indexes what the first pass has missed, and an existing database from its beginning.
 * The first pass starts at new rows and indexes them at once.
 */
public final class SearchIndexWorker {
  /** A transaction lasts for a few milliseconds and delays only readers of the feed. */
  private static final int BATCH = 200;

  /** Read again by the next round, since most commits are that late at most. */
  private static final Duration OVERLAP = Duration.ofSeconds(5);

  /** Longer than a transaction may last, with the difference between clocks of nodes. */
  private static final Duration LATEST_COMMIT = Duration.ofMinutes(2);

  /** Without rows the position is written this often only. */
  private static final Duration SAVE_INTERVAL = Duration.ofSeconds(10);

  private final SearchKind kind;
  private final InstantSource realTime;
  private final BatchWorker batches;

  /** Rows of the present round by id. */
  private final Map<UUID, Row> found = new HashMap<>();

  /** Where this node's first pass goes on. */
  private UUID next = new UUID(0, 0);

  private Round round = Round.NONE;
  private volatile Instant indexedUntil;

  /**
   * What a round has read.
   *
   * @param next where the first pass goes on
   * @param isFull whether more rows wait
   * @param until everything created until then is indexed
   */
  private record Round(UUID next, boolean isFull, Instant until) {
    static final Round NONE = new Round(new UUID(0, 0), false, Instant.EPOCH);
  }

  public SearchIndexWorker(Database database, SearchKind kind, InstantSource realTime) {
    this.kind = kind;
    this.realTime = realTime;
    this.indexedUntil = realTime.instant();
    this.batches =
        new BatchWorker(
            database,
            kind.wire() + " to index",
            (connection, id) -> !lock(connection, List.of(row(id))).isEmpty());
  }

  /** Indexes one batch; true when more rows wait. Blocks a virtual thread. */
  public boolean runOnce() {
    round = Round.NONE;
    boolean isProgress = !batches.run(this::claim, this::index).isEmpty();
    if (!round.equals(Round.NONE)) {
      next = round.next();
      indexedUntil = round.until();
    }
    return round.isFull() && isProgress;
  }

  /** How long ago the oldest row was created that may not be indexed. */
  public Duration lag() {
    return Duration.between(indexedUntil, realTime.instant());
  }

  private List<UUID> claim(SqlConnection connection, UUID[] parked) {
    found.clear();
    Set<String> lock = Set.of(Locks.searchIndex(kind.wire()));
    if (BoundedWait.await(Locks.tryAcquire(connection, lock)).isEmpty()) {
      return List.of(); // another node indexes
    }
    Instant now = realTime.instant();
    UUID settled = first(now.minus(LATEST_COMMIT));
    List<Row> fresh = read(connection, max(settled, next), first(now.plus(LATEST_COMMIT)), parked);
    UUID position = BoundedWait.await(SearchStore.position(connection, kind));
    List<Row> late = read(connection, position, settled, parked);
    List<Row> all = Stream.concat(late.stream(), fresh.stream()).toList();
    all.forEach(row -> found.put(id(row), row));
    List<UUID> claimed = lock(connection, all);
    UUID passed = passed(position, settled, late, Set.copyOf(claimed));
    savePosition(connection, position, passed, !claimed.isEmpty());
    round = round(now, late, fresh);
    return claimed;
  }

  private List<Row> read(SqlConnection connection, UUID after, UUID until, UUID[] parked) {
    return BoundedWait.await(SearchSource.unindexed(connection, kind, after, until, parked, BATCH));
  }

  /** The position after a round: before the first row whose subject is locked. */
  private static UUID passed(UUID position, UUID settled, List<Row> late, Set<UUID> claimed) {
    UUID passed = position;
    for (Row row : late) {
      if (!claimed.contains(id(row))) {
        return passed;
      }
      passed = id(row);
    }
    return late.size() == BATCH ? passed : max(position, settled);
  }

  private void savePosition(SqlConnection connection, UUID before, UUID after, boolean isBusy) {
    Duration passed = Duration.between(UuidV7.instantOf(before), UuidV7.instantOf(after));
    if (!after.equals(before) && (isBusy || passed.compareTo(SAVE_INTERVAL) >= 0)) {
      BoundedWait.await(SearchStore.savePosition(connection, kind, after));
    }
  }

  private static Round round(Instant now, List<Row> late, List<Row> fresh) {
    boolean isLateFull = late.size() == BATCH;
    boolean isFreshFull = fresh.size() == BATCH;
    UUID last = isFreshFull ? id(fresh.getLast()) : first(now);
    Instant until = UuidV7.instantOf(isLateFull ? id(late.getLast()) : last);
    return new Round(min(last, first(now.minus(OVERLAP))), isLateFull || isFreshFull, until);
  }

  private Boolean index(SqlConnection connection, List<UUID> claimed) {
    List<SearchText> texts =
        BoundedWait.await(SearchSource.load(connection, kind, claimed)).stream()
            .map(SearchHit::text)
            .filter(text -> !text.reference().isEmpty()) // redacted before it was locked
            .toList();
    BoundedWait.await(SearchStore.insert(connection, texts));
    return true;
  }

  private Row row(UUID id) {
    return Objects.requireNonNull(found.get(id));
  }

  /** The rows whose subjects no other transaction has locked. */
  private static List<UUID> lock(SqlConnection connection, List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Set<String> acquired =
        BoundedWait.await(
            Locks.tryAcquire(
                connection,
                rows.stream().map(SearchIndexWorker::lock).collect(Collectors.toSet())));
    return rows.stream()
        .filter(row -> acquired.contains(lock(row)))
        .map(SearchIndexWorker::id)
        .toList();
  }

  private static String lock(Row row) {
    return Locks.subject(row.getUUID("tenant_id"), row.getString("subject_reference"));
  }

  private static UUID id(Row row) {
    return row.getUUID("id");
  }

  /** The lowest identifier of an instant. */
  private static UUID first(Instant at) {
    return UuidV7.of(at.toEpochMilli(), 0, 0);
  }

  private static UUID max(UUID one, UUID other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static UUID min(UUID one, UUID other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
