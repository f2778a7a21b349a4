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

/** {@code POST /admin/v1/dialing/halt}: after its reply, no order in the scope is dialed. */
final class HaltDialingOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final HaltControl halts;
  private final AuditLog audit;

  HaltDialingOperation(
      Database database, TenantStore tenants, HaltControl halting, AuditLog audit) {
    this.database = database;
    this.tenants = tenants;
    this.halts = halting;
    this.audit = audit;
  }

  @Override
  public String operationId() {
    return "haltDialing";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    JsonNode body = request.requiredBody();
    return database
        .asWorker(connection -> halt(connection, body))
        .map(halts -> Reply.of(200, HaltDocument.of(halts)));
  }

  private Future<ActiveHalts> halt(SqlConnection connection, JsonNode body) {
    return HaltDocument.scope(connection, tenants, body)
        .compose(scope -> halts.halt(connection, scope, body.path("reason").textValue()))
        .compose(halt -> audit.append(connection, event(halt)))
        .compose(noted -> halts.active(connection));
  }

  private static AuditEvent event(Halt halt) {
    return AuditEvent.of(
        AuditAction.DIALING_HALTED, halt.scope().tenantId(), IdKind.HALT.format(halt.id()));
  }
}
