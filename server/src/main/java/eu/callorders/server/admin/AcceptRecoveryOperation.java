package eu.callorders.server.admin;

import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/**
 * {@code POST /admin/v1/recovery/accept}: lifts the recovery halt although calls may have been
 * lost.
 */
final class AcceptRecoveryOperation implements Operation {
  private final Database database;
  private final AuditLog audit;
  private final Runnable resumed;
  private final RecoveryHalt halt = new RecoveryHalt();

  /**
   * @param resumed runs after the halt is lifted
   */
  AcceptRecoveryOperation(Database database, AuditLog audit, Runnable resumed) {
    this.database = database;
    this.audit = audit;
    this.resumed = resumed;
  }

  @Override
  public String operationId() {
    return "acceptRecovery";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    String reason = request.requiredBody().path("reason").textValue();
    return database
        .asWorker(connection -> accept(connection, reason))
        .onSuccess(state -> resumed.run())
        .map(state -> Reply.of(200, RecoveryDocument.of(state)));
  }

  private Future<RecoveryHalt.State> accept(SqlConnection connection, String reason) {
    return halt.state(connection)
        .compose(
            state ->
                halt.lift(connection, state.newest().number(), reason)
                    .map(lifted -> lifted ? "era " + state.newest().number() : ""))
        .compose(
            era ->
                era.isEmpty()
                    ? Future.<Void>succeededFuture()
                    : audit.append(
                        connection, AuditEvent.ofDeployment(AuditAction.RECOVERY_ACCEPTED, era)))
        .compose(noted -> halt.state(connection));
  }
}
