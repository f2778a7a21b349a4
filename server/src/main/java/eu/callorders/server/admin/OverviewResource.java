package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.server.auth.OperatorRole;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** The state of the deployment. */
final class OverviewResource {
  private final String environment;
  private final Database database;
  private final HaltControl halts;
  private final Supplier<GatewayMonitor> gateway;
  private final InstantSource realTime;

  OverviewResource(
      String environment,
      Database database,
      HaltControl halts,
      Supplier<GatewayMonitor> gateway,
      InstantSource realTime) {
    this.environment = environment;
    this.database = database;
    this.halts = halts;
    this.gateway = gateway;
    this.realTime = realTime;
  }

  List<Operation> operations() {
    return List.of(Operation.of("getOverview", this::getOverview));
  }

  /** {@code GET /admin/v1/overview}. */
  private Future<Reply> getOverview(ApiRequest request) {
    return database
        .asWorker(this::read)
        .map(overview -> overview.<ObjectNode>set("operator", operator(request.caller())))
        .map(overview -> Reply.of(200, overview));
  }

  /** Tells the caller its own name and role. */
  private static ObjectNode operator(Caller caller) {
    return Json.object()
        .put("name", caller.actor())
        .put("role", OperatorRole.highest(caller.scopes()).wire());
  }

  private Future<ObjectNode> read(SqlConnection connection) {
    ObjectNode overview = Json.object().put("environment", environment);
    return OverviewStore.orders(connection)
        .map(row -> overview.set("orders", orders(row)))
        .compose(done -> OverviewStore.calls(connection))
        .map(row -> overview.put("calls_running", row.getLong("running")))
        .compose(done -> OverviewStore.dialLag(connection))
        .map(row -> overview.set("dial_lag_ms", lag(row, "dial")))
        .compose(done -> OverviewStore.sendLag(connection))
        .map(row -> overview.set("delivery_lag_ms", lag(row, "send")))
        .compose(done -> OverviewStore.deadLetters(connection))
        .map(row -> overview.put("dead_letters", row.getLong("dead_letters")))
        .map(done -> gateways(overview))
        .compose(done -> OverviewStore.nodes(connection))
        .map(rows -> overview.set("nodes", nodes(rows)))
        .compose(done -> RecoveryHalt.state(connection))
        .map(state -> overview.set("recovery", RecoveryResource.document(state)))
        .compose(done -> MaintenanceClock.state(connection, realTime.instant()))
        .map(state -> overview.set("maintenance", MaintenanceResource.document(state)))
        .compose(done -> halts.active(connection))
        .map(halts -> overview.setAll(DialingHaltResource.document(halts)));
  }

  private static ObjectNode orders(Row row) {
    ObjectNode orders = Json.object();
    for (OrderStatus status : OrderStatus.values()) {
      orders.put(status.wire(), row.getLong(status.wire()));
    }
    return orders;
  }

  /** The gateway of this node; its name is as configured, without secrets. */
  private ObjectNode gateways(ObjectNode overview) {
    GatewayMonitor monitor = gateway.get();
    overview
        .putArray("gateways")
        .addObject()
        .put("name", monitor.name())
        .put("state", monitor.status().wire());
    return overview;
  }

  private static ObjectNode lag(Row row, String queue) {
    Long median = row.getLong(queue + "_p50");
    Long worst = row.getLong(queue + "_p99");
    return Json.object()
        .put("p50", median == null ? 0 : median)
        .put("p99", worst == null ? 0 : worst);
  }

  private static ArrayNode nodes(List<Row> rows) {
    ArrayNode nodes = Json.array();
    for (Row row : rows) {
      nodes
          .addObject()
          .put("id", IdKind.NODE.format(row.getUUID("id")))
          .put("started_at", Timestamps.format(RowMapper.instant(row, "started_at")))
          .put("last_seen_at", Timestamps.format(RowMapper.instant(row, "last_seen_at")));
    }
    return nodes;
  }
}
