package eu.callorders.server.recovery;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The eras of the database, as this node has read them. */
public final class Eras {
  private final EraStore store = new EraStore();
  private volatile List<Era> known = List.of();
  private volatile @Nullable List<LostSpan> lost;

  /** All eras, oldest first; reads them anew unless one that is known is the wanted one. */
  public Future<List<Era>> all(SqlConnection connection, Predicate<Era> wanted) {
    List<Era> read = known;
    return read.stream().anyMatch(wanted)
        ? Future.succeededFuture(read)
        : store.all(connection).onSuccess(this::keep);
  }

  private void keep(List<Era> all) {
    known = all;
    lost = null;
  }

  /** The newest spans of time that may be lost, as they were read last. */
  public Future<List<LostSpan>> lostSpans(Database database) {
    List<LostSpan> read = lost;
    return read == null
        ? database.asWorker(store::lostSpans).onSuccess(spans -> lost = spans)
        : Future.succeededFuture(read);
  }

  /** Forgets what was read: the database has come back, and its eras may be others. */
  public void clear() {
    keep(List.of());
  }
}
