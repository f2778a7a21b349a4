package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import eu.callorders.server.search.SearchStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Redacts the subjects of ended orders; what remains states what was done, and the result. */
public final class OrderRedaction {
  /** Personal members of a document; a simulated outcome may quote the subject too. */
  private static final List<String> PERSONAL_MEMBERS =
      List.of("subject", "contacts", "context", "simulate");

  private static final String LOAD =
      """
      SELECT o.id, b.document::text, r.result::text
        FROM unnest($2::uuid[]) AS requested (id)
        JOIN call_order o ON o.id = requested.id
        JOIN call_order_body b ON b.order_id = o.id
        JOIN call_order_result r ON r.order_id = o.id
       WHERE o.tenant_id = $1 AND o.redacted_at IS NULL
      """;

  private static final String ORDERS =
      """
      UPDATE call_order o
         SET subject_reference = '', redacted_at = $3, updated_at = $3, revision = revision + 1
        FROM unnest($2::uuid[]) AS requested (id)
       WHERE o.tenant_id::text = $1::uuid::text AND o.id = requested.id AND o.ended_at IS NOT NULL
      """;

  private static final String BODIES =
      """
      UPDATE call_order_body b
         SET document = c.document::json, accepted_document = NULL, key_hashes = '{}'
        FROM unnest($2::uuid[], $3::text[]) AS c (order_id, document)
       WHERE b.tenant_id = $1 AND b.order_id = c.order_id
      """;

  private static final String RESULTS =
      """
      UPDATE call_order_result r
         SET result = c.result::json
        FROM unnest($2::uuid[], $3::text[]) AS c (order_id, result)
       WHERE r.tenant_id = $1 AND r.order_id = c.order_id
      """;

  private OrderRedaction() {}

  /** A stored order with personal data. */
  public record Unredacted(UUID id, String document, String result) {}

  /** Those of the orders that no other transaction has redacted. */
  public static Future<List<Unredacted>> load(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids) {
    return Statements.list(
        connection,
        LOAD,
        RowMapper.tenantAndIds(tenantId, ids),
        row ->
            new Unredacted(row.getUUID("id"), row.getString("document"), row.getString("result")));
  }

  /**
   * Redacts ended orders with their bodies and results, and deletes them from the search index. The
   * caller holds the subjects' locks.
   *
   * @param now the tenant's time
   */
  public static Future<?> write(
      SqlConnection connection, UUID tenantId, List<Unredacted> orders, Instant now) {
    UUID[] ids = orders.stream().map(Unredacted::id).toArray(UUID[]::new);
    String[] documents =
        orders.stream().map(order -> redactDocument(order.document(), now)).toArray(String[]::new);
    String[] results =
        orders.stream().map(order -> redactResult(order.result())).toArray(String[]::new);
    return Future.join(
        connection
            .preparedQuery(ORDERS)
            .execute(Tuple.of(tenantId, ids, RowMapper.time(now)))
            .map(result -> Statements.requireRowCount(result, ids.length)),
        connection.preparedQuery(BODIES).execute(Tuple.of(tenantId, ids, documents)),
        connection.preparedQuery(RESULTS).execute(Tuple.of(tenantId, ids, results)),
        SearchStore.delete(connection, tenantId, List.of(ids)));
  }

  /** What clients still see of an order, with the time of redaction. */
  private static String redactDocument(String stored, Instant now) {
    ObjectNode document = (ObjectNode) Json.parse(stored);
    document.remove(PERSONAL_MEMBERS);
    return document.put("redacted_at", Timestamps.format(now)).toString();
  }

  /** Keeps codes, dates and the objection with its do-not-call entry. */
  private static String redactResult(String stored) {
    ObjectNode result = (ObjectNode) Json.parse(stored);
    ((ObjectNode) result.path("termination")).remove("note");
    JsonNode objection = result.path("findings").path("objection");
    ObjectNode findings = Json.object();
    if (!objection.isMissingNode()) {
      findings.set("objection", objection);
    }
    result.set("findings", findings);
    return result.toString();
  }
}
