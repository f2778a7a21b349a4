package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.hold.OrderHolds;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads a row of {@code call_order} joined with {@code call_order_body}. */
final class OrderRow {
  private OrderRow() {}

  static CallOrder read(Row row, Map<UUID, List<CallAttempt>> attempts) {
    CallOrder.Origin origin = origin(row);
    return new CallOrder(
        origin,
        row.getInteger("revision"),
        row.getInteger("plannings"),
        state(row),
        row.getInteger("attempt_count"),
        row.getInteger("consecutive_refusals"),
        document(row),
        RowMapper.instant(row, "updated_at"),
        row.getBoolean("held"),
        attempts.getOrDefault(origin.id(), List.of()),
        OrderHolds.NONE);
  }

  /** The order as it was accepted, without attempts and later changes. */
  static CallOrder readAccepted(Row row) {
    return CallOrder.accepted(origin(row), document(row));
  }

  private static OrderDocument document(Row row) {
    return new OrderDocument(
        (ObjectNode) Json.parse(row.getBuffer("document").getBytes()),
        (ObjectNode) Json.parse(row.getString("submitted_scheduling")));
  }

  private static CallOrder.Origin origin(Row row) {
    return new CallOrder.Origin(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        row.getString("order_type"),
        row.getInteger("order_type_version"),
        row.getUUID("enrollment_id"),
        row.getString("sequence_step_id"),
        List.of(row.getArrayOfUUIDs("key_hashes")),
        RowMapper.instant(row, "created_at"));
  }

  private static OrderState state(Row row) {
    OrderStatus status = OrderStatus.of(row.getString("status"));
    String stopReason = row.getString("stop_reason");
    StopReason stop = stopReason == null ? null : StopReason.of(stopReason);
    return switch (status) {
      case ACCEPTED -> new OrderState.Accepted();
      case SCHEDULED -> new OrderState.Scheduled(RowMapper.instant(row, "next_attempt_at"));
      case DIALING -> new OrderState.Dialing(row.getUUID("current_attempt_id"), stop);
      case IN_PROGRESS -> new OrderState.InProgress(row.getUUID("current_attempt_id"), stop);
      case COMPLETED, EXPIRED, CANCELED, FAILED ->
          new OrderState.Ended(status, ResultJson.read(Json.parse(row.getString("result"))));
    };
  }
}
