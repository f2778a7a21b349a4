package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.call.TreeRedaction;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** SQL of the events of unknown calls. */
final class UnknownCallEventStore {
  /** Above the number of events of any call. */
  static final int MAX_EVENTS = 10_000;

  private static final List<String> FREE_TEXT_FIELDS =
      List.of("report", "turns", "locale", "scope");

  private static final String INSERT_EVENTS =
      """
      INSERT INTO unknown_call_event (attempt_id, event_id, document)
      SELECT n.attempt_id, n.event_id, n.document::json
        FROM unnest($1::uuid[], $2::text[], $3::text[]) AS n (attempt_id, event_id, document)
       WHERE EXISTS (SELECT FROM unknown_call c WHERE c.attempt_id = n.attempt_id)
       ORDER BY n.attempt_id, n.event_id
      ON CONFLICT DO NOTHING
      """;

  private static final String EVENTS =
      """
      SELECT document::text
        FROM unknown_call_event
       WHERE attempt_id = ANY ($1)
       LIMIT $2
      """;

  private static final String FACTS =
      """
      SELECT document::text
        FROM unknown_call_event
       WHERE attempt_id = ANY ($1)
         AND document ->> 'type' IN ('call.accepted', 'call.forgotten')
       LIMIT $2
      """;

  /** Keeps a call with events that arrived after the replay. */
  private static final String DELETE_REPLAYED =
      """
      DELETE FROM unknown_call c
       WHERE c.attempt_id = $1
         AND NOT EXISTS (SELECT FROM unknown_call_event e
                          WHERE e.attempt_id = $1 AND e.event_id <> ALL ($2))
      """;

  private UnknownCallEventStore() {}

  static Future<?> insert(SqlConnection connection, List<GatewayEvent> events) {
    return BatchStatement.of(INSERT_EVENTS, events)
        .uuids(event -> event.header().attemptId())
        .strings(event -> event.header().eventId())
        .strings(UnknownCallEventStore::write)
        .execute(connection);
  }

  /** Redacts unvalidated text before it is stored; positions of redacted turns are not stored. */
  private static String write(GatewayEvent event) {
    ObjectNode document = GatewayEventDocument.write(event);
    for (String field : FREE_TEXT_FIELDS) {
      if (document.has(field)) {
        document.set(field, TreeRedaction.redact(document.get(field)));
      }
    }
    return document.toString();
  }

  /** The stored events of calls in sequence order; up to {@link #MAX_EVENTS} in total. */
  static Future<List<GatewayEvent>> load(SqlConnection connection, Collection<UUID> attemptIds) {
    return load(connection, EVENTS, attemptIds, document -> Stream.of(read(document)));
  }

  static Future<List<GatewayEvent>> loadFacts(
      SqlConnection connection, Collection<UUID> attemptIds) {
    return load(connection, FACTS, attemptIds, document -> Stream.of(read(document)));
  }

  /** Deletes a call unless it has further events; the caller has locked it. */
  static Future<Void> deleteReplayed(
      SqlConnection connection, UUID attemptId, List<GatewayEvent> replayed) {
    String[] eventIds =
        replayed.stream().map(event -> event.header().eventId()).toArray(String[]::new);
    return Statements.execute(connection, DELETE_REPLAYED, Tuple.of(attemptId, (Object) eventIds));
  }

  /** The stored events of a call that this release can parse. */
  static Future<List<GatewayEvent>> loadReadable(SqlConnection connection, UUID attemptId) {
    return load(connection, EVENTS, List.of(attemptId), UnknownCallEventStore::readIfPossible);
  }

  private static Future<List<GatewayEvent>> load(
      SqlConnection connection,
      String statement,
      Collection<UUID> attemptIds,
      Function<String, Stream<GatewayEvent>> read) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of(attemptIds.toArray(UUID[]::new), MAX_EVENTS))
        .map(
            rows ->
                rows.stream()
                    .flatMap(row -> read.apply(row.getString(0)))
                    .sorted(Comparator.comparingLong(event -> event.header().sequence()))
                    .toList());
  }

  private static Stream<GatewayEvent> readIfPossible(String document) {
    try {
      return Stream.of(read(document));
    } catch (RuntimeException malformed) {
      return Stream.empty();
    }
  }

  private static GatewayEvent read(String document) {
    return GatewayEventDocument.read(Json.parse(document));
  }
}
