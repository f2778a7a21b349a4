package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.http.ApiRequest;
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

/** {@code GET /admin/v1/overview}: the state of the deployment. */
final class GetOverviewOperation implements Operation {
  private final Database database;
  private final String environment;
  private final HaltControl halts;
  private final Supplier<List<GatewayState>> gateways;
  private final InstantSource realTime;
  private final OverviewStore store = new OverviewStore();
  private final RecoveryHalt recovery = new RecoveryHalt();

  /**
   * The state of a gateway on this node.
   *
   * @param name as configured, without secrets
   */
  record GatewayState(String name, String state) {}

  GetOverviewOperation(
      Database database,
      String environment,
      HaltControl halting,
      Supplier<List<GatewayState>> gateways,
      InstantSource realTime) {
    this.database = database;
    this.environment = environment;
    this.halts = halting;
    this.gateways = gateways;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "getOverview";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database.asWorker(this::read).map(overview -> Reply.of(200, overview));
  }

  private Future<ObjectNode> read(SqlConnection connection) {
    ObjectNode overview = Json.object().put("environment", environment);
    return store
        .orders(connection)
        .map(row -> overview.set("orders", orders(row)))
        .compose(done -> store.calls(connection))
        .map(row -> overview.put("calls_running", row.getLong("running")))
        .compose(done -> store.dialLag(connection))
        .map(row -> overview.set("dial_lag_ms", lag(row, "dial")))
        .compose(done -> store.sendLag(connection))
        .map(row -> overview.set("delivery_lag_ms", lag(row, "send")))
        .compose(done -> store.deadLetters(connection))
        .map(row -> overview.put("dead_letters", row.getLong("dead_letters")))
        .map(done -> gateways(overview))
        .compose(done -> store.nodes(connection))
        .map(rows -> overview.set("nodes", nodes(rows)))
        .compose(done -> recovery.state(connection))
        .map(state -> overview.set("recovery", RecoveryDocument.of(state)))
        .compose(done -> MaintenanceClock.state(connection, realTime.instant()))
        .map(state -> overview.set("maintenance", MaintenanceDocument.of(state)))
        .compose(done -> halts.active(connection))
        .map(halts -> overview.setAll(HaltDocument.of(halts)));
  }

  private static ObjectNode orders(Row row) {
    ObjectNode orders = Json.object();
    for (OrderStatus status : OrderStatus.values()) {
      orders.put(status.wire(), row.getLong(status.wire()));
    }
    return orders;
  }

  private ObjectNode gateways(ObjectNode overview) {
    ArrayNode all = overview.putArray("gateways");
    gateways
        .get()
        .forEach(each -> all.addObject().put("name", each.name()).put("state", each.state()));
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
