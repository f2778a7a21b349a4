package eu.callorders.server.recovery;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.function.Predicate;

/** The eras of the database, as this node has read them. */
public final class Eras {
  private final EraStore store = new EraStore();
  private volatile List<Era> known = List.of();

  /** All eras, oldest first; reads them anew unless one that is known is the wanted one. */
  public Future<List<Era>> all(SqlConnection connection, Predicate<Era> wanted) {
    List<Era> read = known;
    return read.stream().anyMatch(wanted)
        ? Future.succeededFuture(read)
        : store.all(connection).onSuccess(all -> known = all);
  }

  /** All eras as they were read last, oldest first; reads them when they have not been read. */
  public Future<List<Era>> all(Database database) {
    List<Era> read = known;
    return read.isEmpty()
        ? database.asWorker(connection -> all(connection, any -> true))
        : Future.succeededFuture(read);
  }

  /** Forgets what was read: the database has come back, and its eras may be others. */
  public void clear() {
    known = List.of();
  }
}
