package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The deletion of old rows, which is held after a jump of the clock. */
final class MaintenanceResource {
  private final Database database;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final Runnable resumed;

  /**
   * @param resumed runs after the present time is accepted
   */
  MaintenanceResource(Database database, AuditLog audit, InstantSource realTime, Runnable resumed) {
    this.database = database;
    this.audit = audit;
    this.realTime = realTime;
    this.resumed = resumed;
  }

  List<Operation> operations() {
    return List.of(Operation.of("resumeMaintenance", this::resumeMaintenance));
  }

  /**
   * {@code POST /admin/v1/maintenance/resume}: accepts the present time after a jump of the clock,
   * so that old rows are deleted again.
   */
  private Future<Reply> resumeMaintenance(ApiRequest request) {
    return database
        .asWorker(connection -> resume(connection, realTime.instant(), request))
        .onSuccess(state -> resumed.run())
        .map(state -> Reply.of(200, document(state)));
  }

  private Future<MaintenanceClock.State> resume(
      SqlConnection connection, Instant now, ApiRequest request) {
    String reason = request.requiredBody().path("reason").textValue();
    AuditEvent event =
        AuditEvent.ofDeployment(
                request.caller().actor(), AuditAction.MAINTENANCE_RESUMED, now.toString())
            .withReason(reason);
    return MaintenanceClock.resume(connection, now, reason)
        .compose(
            accepted -> accepted ? audit.append(connection, event) : Future.<Void>succeededFuture())
        .compose(noted -> MaintenanceClock.state(connection, now));
  }

  static ObjectNode document(MaintenanceClock.State state) {
    ObjectNode document =
        Json.object()
            .put("state", state.held() ? "held" : "running")
            .put("now", Timestamps.format(state.present()));
    Timestamps.putIfPresent(document, "latest_seen_at", state.latestSeen());
    return document;
  }
}
