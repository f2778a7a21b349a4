package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.enrollment.EnrollmentCommand.OrderEnded;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Loads results of step orders. */
final class StepResults {
  private static final String RESULTS =
      """
      SELECT o.enrollment_id, r.result::text
        FROM unnest($1::uuid[], $2::text[]) AS requested (enrollment_id, step_id)
        JOIN call_order o
          ON o.enrollment_id = requested.enrollment_id AND o.sequence_step_id = requested.step_id
        JOIN call_order_result r ON r.order_id = o.id
      """;

  private StepResults() {}

  /** Results of the current step by enrollment id; absent while there is none. */
  static Future<Map<UUID, OrderEnded>> load(
      SqlConnection connection, Collection<Enrollment> enrollments) {
    if (enrollments.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return BatchStatement.of(RESULTS, enrollments)
        .uuids(Enrollment::id)
        .strings(Enrollment::currentStepId)
        .execute(connection)
        .map(
            rows -> {
              Map<UUID, OrderEnded> results = new HashMap<>();
              for (Row row : rows) {
                results.put(row.getUUID(0), toOrderEnded(Json.parse(row.getString(1))));
              }
              return results;
            });
  }

  private static OrderEnded toOrderEnded(JsonNode result) {
    return new OrderEnded(
        result.path("summary_code").asText(), result.path("reachability").asText());
  }
}
