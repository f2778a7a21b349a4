package eu.callorders.server.recovery;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.function.Predicate;

/** Cache of the database's eras. */
public final class Eras {
  private static final int MAX_SPANS = 1_000;
  private static final CachedEras NONE = new CachedEras(List.of(), List.of());

  private volatile CachedEras cache = NONE;

  /**
   * @param eras oldest first
   * @param lostSpans newest first
   */
  private record CachedEras(List<Era> eras, List<LostSpan> lostSpans) {
    static CachedEras of(List<Era> eras) {
      return new CachedEras(
          eras,
          eras.reversed().stream()
              .flatMap(era -> LostSpan.before(era).stream())
              .limit(MAX_SPANS)
              .toList());
    }
  }

  /** All eras, oldest first; reloads unless a cached one matches. */
  public Future<List<Era>> all(SqlConnection connection, Predicate<Era> matches) {
    List<Era> cached = cache.eras();
    return cached.stream().anyMatch(matches)
        ? Future.succeededFuture(cached)
        : read(connection).map(CachedEras::eras);
  }

  /** The newest spans that may be lost, from the cache; limited to {@link #MAX_SPANS}. */
  public Future<List<LostSpan>> lostSpans(Database database) {
    CachedEras cached = cache;
    return cached.eras().isEmpty()
        ? database.asWorker(this::read).map(CachedEras::lostSpans)
        : Future.succeededFuture(cached.lostSpans());
  }

  private Future<CachedEras> read(SqlConnection connection) {
    return EraStore.all(connection).map(CachedEras::of).onSuccess(loaded -> cache = loaded);
  }

  /** Clears the cache when another node has begun an era, or contradicts the newest. */
  void invalidateIfChanged(ServerInstance instance) {
    List<Era> cached = cache.eras();
    if (!cached.isEmpty()
        && !(cached.getLast().id().equals(instance.eraId())
            && cached.getLast().why().equals(instance.why()))) {
      clear();
    }
  }

  /** Clears the cache after an outage, as the eras may be others. */
  public void clear() {
    cache = NONE;
  }
}
