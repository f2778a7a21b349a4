package eu.callorders.server.recovery;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says what has come back and what a node would do with it. Reads only. */
public final class RestoreCheck {
  private static final String DIFFERENCES =
      """
      SELECT e.sysid <> c.system_identifier AS other_cluster,
             e.db <> d.oid::bigint AS other_database,
             e.file <> pg_relation_filenode('era') AS other_file,
             e.timeline AS timeline_before,
             e.started <> pg_postmaster_start_time() AS restarted
        FROM era e, pg_control_system() c, pg_database d
       WHERE d.datname = current_database()
       ORDER BY e.number DESC
       LIMIT 1
      """;

  private static final String WORK =
      """
      SELECT coalesce(sum(accepted + scheduled + dialing + in_progress), 0)::bigint AS orders,
             (SELECT count(*)
                FROM call_attempt
               WHERE status IN ('placing', 'placed', 'ringing', 'answered')) AS calls
        FROM order_count
      """;

  private final Exemptions exemptions;
  private final EraStore store = new EraStore();
  private final RecoveryHalt halt = new RecoveryHalt();

  public RestoreCheck(Exemptions exemptions) {
    this.exemptions = exemptions;
  }

  /**
   * What was found.
   *
   * @param newest the newest era that the database contains
   * @param halted whether a recovery halt is in force already
   * @param current whether the server is that of the newest era
   * @param differences what is another than in that era, in words
   * @param knownUntil the last sign of life in the database; null: none
   * @param openOrders orders that have not ended
   * @param runningCalls calls without an end
   * @param contradictions what nodes know against a plain restart, newest era first
   * @param exemption why dialing goes on without an operator; null when it does not
   * @param witnessed whether a plain restart is that reason: a node reads the gateway's log first,
   *     and another log than before contradicts it
   */
  public record Finding(
      Era newest,
      boolean halted,
      boolean current,
      List<String> differences,
      @Nullable Instant knownUntil,
      long openOrders,
      long runningCalls,
      List<EraContradiction> contradictions,
      @Nullable String exemption,
      boolean witnessed) {

    /** Whether nothing is dialed before the gateway's log is read, or an operator accepts. */
    public boolean waits() {
      return exemption == null && (halted || !current);
    }

    /** Whether a node reads the gateway's log before it dials. */
    public boolean readsLog() {
      return (exemption == null || witnessed) && (halted || !current);
    }
  }

  /** Looks at the database behind a connection that sees all rows. */
  public Future<Finding> look(SqlConnection connection) {
    return store
        .observe(connection)
        .compose(instance -> exemption(connection, instance))
        .compose(seen -> finding(connection, seen));
  }

  private record Seen(ServerInstance instance, Optional<Exemption> exemption) {}

  private Future<Seen> exemption(SqlConnection connection, ServerInstance instance) {
    int era = instance.current() ? instance.era() : instance.era() + 1;
    return exemptions.of(connection, instance, era).map(found -> new Seen(instance, found));
  }

  private Future<Finding> finding(SqlConnection connection, Seen seen) {
    return Future.all(
            halt.state(connection),
            connection.query(DIFFERENCES).execute(),
            connection.query(WORK).execute(),
            store.knownUntil(connection),
            store.contradictions(connection))
        .map(
            all -> {
              RecoveryHalt.State state = all.resultAt(0);
              Optional<Exemption> exemption =
                  seen.exemption()
                      .or(() -> inForce(seen.instance(), state))
                      .filter(found -> ends(found, state));
              Row work = all.<RowSet<Row>>resultAt(2).iterator().next();
              return new Finding(
                  state.newest(),
                  state.halted(),
                  seen.instance().current(),
                  words(all.<RowSet<Row>>resultAt(1).iterator().next(), seen.instance()),
                  earliest(all.resultAt(3), state),
                  work.getLong("orders"),
                  work.getLong("calls"),
                  all.resultAt(4),
                  exemption.map(Exemption::why).orElse(null),
                  exemption.filter(Exemption.WITNESSED::equals).isPresent());
            });
  }

  /** The halt of a plain restart is in force until a node has read the gateway's log. */
  private static Optional<Exemption> inForce(ServerInstance instance, RecoveryHalt.State state) {
    return instance.current() && state.halted() && state.witnessed()
        ? Optional.of(Exemption.WITNESSED)
        : Optional.empty();
  }

  /**
   * A halt that a node has contradicted stays, whatever other nodes have seen of later restarts.
   */
  private static boolean ends(Exemption exemption, RecoveryHalt.State state) {
    return exemption != Exemption.WITNESSED || !state.halted() || state.witnessed();
  }

  /** While the halt of an earlier start is in force, nodes give signs of life. */
  private static @Nullable Instant earliest(
      @Nullable Instant knownUntil, RecoveryHalt.State state) {
    Instant before = state.halted() ? state.knownUntil() : null;
    return before != null && knownUntil != null && before.isBefore(knownUntil)
        ? before
        : knownUntil;
  }

  private List<String> words(Row row, ServerInstance instance) {
    List<String> words = new ArrayList<>();
    if (row.getBoolean("restarted")) {
      words.add("the server has been started since");
    }
    if (row.getBoolean("other_cluster")) {
      words.add("another cluster: restored from a dump, or initialized anew");
    }
    if (row.getBoolean("other_database")) {
      words.add("another database of the cluster: restored from a dump, or a copy");
    }
    if (row.getBoolean("other_file")) {
      words.add("the tables were written anew");
    }
    Integer timeline = instance.timeline();
    if (timeline != null && timeline > row.getInteger("timeline_before")) {
      words.add(
          "timeline %d instead of %d: a restore to a point in time, or a promoted standby"
              .formatted(timeline, row.getInteger("timeline_before")));
    }
    if (exemptions.isOlder(instance)) {
      words.add("the write-ahead log ends before what this node has seen: an older copy");
    }
    return words;
  }
}
