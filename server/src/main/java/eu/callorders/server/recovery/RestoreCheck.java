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

/** Reports, read-only, which database was restored and what a node would do with it. */
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

  public RestoreCheck(Exemptions exemptions) {
    this.exemptions = exemptions;
  }

  /**
   * Result of the check.
   *
   * @param newest newest era in the database
   * @param halted whether a recovery halt is in force
   * @param current whether the server is that of the newest era
   * @param differences from that era, as text
   * @param knownUntil last activity in the database; null when there is none
   * @param openOrders orders that have not ended
   * @param runningCalls calls without an end
   * @param contradictions evidence of nodes against a plain restart, newest era first
   * @param exemption why dialing goes on without an operator; null when it does not
   * @param witnessed whether the exemption is a plain restart: a node then reads the gateway's log
   *     first, and a different log contradicts it
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

    /** Whether dialing waits for the gateway's log or an operator. */
    public boolean waits() {
      return exemption == null && (halted || !current);
    }

    /** Whether a node reads the gateway's log before it dials. */
    public boolean readsLog() {
      return (exemption == null || witnessed) && (halted || !current);
    }
  }

  /** Checks the database of a connection that sees all rows. */
  public Future<Finding> check(SqlConnection connection) {
    return EraStore.observe(connection)
        .compose(instance -> exemption(connection, instance))
        .compose(assessed -> finding(connection, assessed));
  }

  private record InstanceExemption(ServerInstance instance, Optional<Exemption> exemption) {}

  private Future<InstanceExemption> exemption(SqlConnection connection, ServerInstance instance) {
    int era = instance.current() ? instance.era() : instance.era() + 1;
    return exemptions
        .find(connection, instance, era)
        .map(found -> new InstanceExemption(instance, found));
  }

  private Future<Finding> finding(SqlConnection connection, InstanceExemption assessed) {
    return Future.join(
            RecoveryHalt.state(connection),
            connection.query(DIFFERENCES).execute(),
            connection.query(WORK).execute(),
            EraStore.knownUntil(connection),
            EraStore.contradictions(connection))
        .map(
            results -> {
              RecoveryHalt.State state = results.resultAt(0);
              Optional<Exemption> exemption =
                  assessed
                      .exemption()
                      .or(() -> haltInForce(assessed.instance(), state))
                      .filter(found -> liftsHalt(found, state));
              Row work = results.<RowSet<Row>>resultAt(2).iterator().next();
              return new Finding(
                  state.newest(),
                  state.halted(),
                  assessed.instance().current(),
                  describeDifferences(
                      results.<RowSet<Row>>resultAt(1).iterator().next(), assessed.instance()),
                  earliest(results.resultAt(3), state),
                  work.getLong("orders"),
                  work.getLong("calls"),
                  results.resultAt(4),
                  exemption.map(Exemption::why).orElse(null),
                  exemption.filter(Exemption.WITNESSED::equals).isPresent());
            });
  }

  /** The halt of a plain restart is in force until a node has read the gateway's log. */
  private static Optional<Exemption> haltInForce(
      ServerInstance instance, RecoveryHalt.State state) {
    return instance.current() && state.halted() && state.witnessed()
        ? Optional.of(Exemption.WITNESSED)
        : Optional.empty();
  }

  /** A contradicted halt stays, even if other nodes witnessed later restarts. */
  private static boolean liftsHalt(Exemption exemption, RecoveryHalt.State state) {
    return exemption != Exemption.WITNESSED || !state.halted() || state.witnessed();
  }

  /** Nodes send heartbeats during a halt, so the time before the halt counts. */
  private static @Nullable Instant earliest(
      @Nullable Instant knownUntil, RecoveryHalt.State state) {
    Instant haltedFrom = state.halted() ? state.knownUntil() : null;
    return haltedFrom != null && knownUntil != null && haltedFrom.isBefore(knownUntil)
        ? haltedFrom
        : knownUntil;
  }

  private List<String> describeDifferences(Row row, ServerInstance instance) {
    List<String> texts = new ArrayList<>();
    if (row.getBoolean("restarted")) {
      texts.add("the server has been started since");
    }
    if (row.getBoolean("other_cluster")) {
      texts.add("another cluster: restored from a dump, or initialized anew");
    }
    if (row.getBoolean("other_database")) {
      texts.add("another database of the cluster: restored from a dump, or a copy");
    }
    if (row.getBoolean("other_file")) {
      texts.add("the tables were written anew");
    }
    Integer timeline = instance.timeline();
    if (timeline != null && timeline > row.getInteger("timeline_before")) {
      texts.add(
          "timeline %d instead of %d: a restore to a point in time, or a promoted standby"
              .formatted(timeline, row.getInteger("timeline_before")));
    }
    if (exemptions.isOlder(instance)) {
      texts.add("the write-ahead log ends before what this node has seen: an older copy");
    }
    return texts;
  }
}
