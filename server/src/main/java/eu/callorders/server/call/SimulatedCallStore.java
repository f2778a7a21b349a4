package eu.callorders.server.call;

import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Finds the open calls of built-in simulators, which end with their nodes. */
public final class SimulatedCallStore {
  /**
   * A call may still begin until {@code not_after}. Heartbeats stop while the server is down, so
   * each node's lease restarts with the era.
   */
  private static final String CLAIM_RUNNING =
      """
      UPDATE call_attempt
         SET simulator_node = $1
       WHERE id IN (
             SELECT a.id
               FROM call_attempt a
              WHERE a.reconcile_at IS NOT NULL
                AND a.simulator_node <> $1
                AND a.not_after <= now()
                AND NOT EXISTS (
                      SELECT FROM node n
                       WHERE n.id = a.simulator_node
                         AND greatest(
                               n.last_seen_at,
                               (SELECT begun_at FROM era ORDER BY number DESC LIMIT 1))
                             > now() - interval '20 seconds')
              ORDER BY a.reconcile_at
              LIMIT $2
                FOR UPDATE OF a SKIP LOCKED)
      RETURNING id
      """;

  private static final String CLAIM_UNREPORTED =
      CLAIM_RUNNING.replace("a.reconcile_at", "a.report_due_at");

  private static final String RUNNING =
      """
      SELECT id
        FROM call_attempt
       WHERE reconcile_at IS NOT NULL AND simulator_node = $1
       ORDER BY reconcile_at
       LIMIT $2
      """;

  private static final String UNREPORTED = RUNNING.replace("reconcile_at", "report_due_at");

  private SimulatedCallStore() {}

  /**
   * Takes over calls of nodes without a heartbeat for 20 seconds: running ones, and those that
   * still lack a report.
   *
   * @param node this node
   * @param limit of each of the two
   * @return the attempts
   */
  public static Future<List<UUID>> claimLost(SqlConnection connection, UUID node, int limit) {
    return attempts(connection, CLAIM_RUNNING, CLAIM_UNREPORTED, Tuple.of(node, limit));
  }

  /**
   * The open calls of a node.
   *
   * @param limit of running calls, and of those that still lack a report
   */
  public static Future<List<UUID>> ofNode(SqlConnection connection, UUID node, int limit) {
    return attempts(connection, RUNNING, UNREPORTED, Tuple.of(node, limit));
  }

  private static Future<List<UUID>> attempts(
      SqlConnection connection, String running, String unreported, Tuple arguments) {
    Future<List<UUID>> first = ids(connection, running, arguments);
    Future<List<UUID>> second = ids(connection, unreported, arguments);
    return Future.join(first, second)
        .map(both -> Stream.concat(first.result().stream(), second.result().stream()).toList());
  }

  private static Future<List<UUID>> ids(
      SqlConnection connection, String statement, Tuple arguments) {
    return Statements.list(connection, statement, arguments, row -> row.getUUID("id"));
  }
}
