package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.ActiveHalts;
import eu.callorders.server.dial.Halt;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/** {@code POST /admin/v1/dialing/resume}: lifts every halt within the scope. */
final class ResumeDialingOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final HaltControl halts;
  private final AuditLog audit;
  private final Runnable resumed;

  /**
   * @param resumed runs after the halts are lifted
   */
  ResumeDialingOperation(
      Database database,
      TenantStore tenants,
      HaltControl halting,
      AuditLog audit,
      Runnable resumed) {
    this.database = database;
    this.tenants = tenants;
    this.halts = halting;
    this.audit = audit;
    this.resumed = resumed;
  }

  @Override
  public String operationId() {
    return "resumeDialing";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    JsonNode body = request.requiredBody();
    return database
        .asWorker(connection -> resume(connection, body))
        .onSuccess(halts -> resumed.run())
        .map(halts -> Reply.of(200, HaltDocument.of(halts)));
  }

  private Future<ActiveHalts> resume(SqlConnection connection, JsonNode body) {
    return HaltDocument.scope(connection, tenants, body)
        .compose(scope -> halts.resume(connection, scope))
        .compose(lifted -> audit(connection, lifted))
        .compose(noted -> halts.active(connection));
  }

  private Future<Void> audit(SqlConnection connection, List<Halt> lifted) {
    Future<Void> noted = Future.succeededFuture();
    for (Halt halt : lifted) {
      noted = noted.compose(before -> audit.append(connection, event(halt)));
    }
    return noted;
  }

  private static AuditEvent event(Halt halt) {
    return AuditEvent.of(
        AuditAction.DIALING_RESUMED, halt.scope().tenantId(), IdKind.HALT.format(halt.id()));
  }
}
