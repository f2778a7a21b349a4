package eu.callorders.server.recovery;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.function.Predicate;

/** The eras of the database, as this node has read them. */
public final class Eras {
  private static final int MAX_SPANS = 1_000;
  private static final Known NONE = new Known(List.of(), List.of());

  private final EraStore store = new EraStore();
  private volatile Known known = NONE;

  /**
   * What was read.
   *
   * @param eras oldest first
   * @param lostSpans newest first
   */
  private record Known(List<Era> eras, List<LostSpan> lostSpans) {
    static Known of(List<Era> eras) {
      return new Known(
          eras,
          eras.reversed().stream()
              .flatMap(era -> LostSpan.before(era).stream())
              .limit(MAX_SPANS)
              .toList());
    }
  }

  /** All eras, oldest first; reads them anew unless one that is known is the wanted one. */
  public Future<List<Era>> all(SqlConnection connection, Predicate<Era> wanted) {
    List<Era> read = known.eras();
    return read.stream().anyMatch(wanted)
        ? Future.succeededFuture(read)
        : read(connection).map(Known::eras);
  }

  /** The newest spans of time that may be lost, as they were read last; a thousand at most. */
  public Future<List<LostSpan>> lostSpans(Database database) {
    Known read = known;
    return read.eras().isEmpty()
        ? database.asWorker(this::read).map(Known::lostSpans)
        : Future.succeededFuture(read.lostSpans());
  }

  private Future<Known> read(SqlConnection connection) {
    return store.all(connection).map(Known::of).onSuccess(read -> known = read);
  }

  /** Forgets what was read when another node has begun an era since, or contradicts the newest. */
  void observed(ServerInstance instance) {
    List<Era> read = known.eras();
    if (!read.isEmpty()
        && !(read.getLast().id().equals(instance.eraId())
            && read.getLast().why().equals(instance.why()))) {
      clear();
    }
  }

  /** Forgets what was read: the database has come back, and its eras may be others. */
  public void clear() {
    known = NONE;
  }
}
