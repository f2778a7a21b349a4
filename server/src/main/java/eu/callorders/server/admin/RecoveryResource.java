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
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;

/** The halt of dialing after a database restore. */
final class RecoveryResource {
  private final Database database;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final Runnable resumed;

  /**
   * @param resumed runs after the halt is lifted
   */
  RecoveryResource(Database database, AuditLog audit, InstantSource realTime, Runnable resumed) {
    this.database = database;
    this.audit = audit;
    this.realTime = realTime;
    this.resumed = resumed;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("getRecovery", this::getRecovery),
        Operation.of("acceptRecovery", this::acceptRecovery));
  }

  /**
   * {@code GET /admin/v1/recovery}: whether dialing is halted after a database restore, and
   * deletion after a jump of the clock.
   */
  private Future<Reply> getRecovery(ApiRequest request) {
    return database.asWorker(this::read).map(document -> Reply.of(200, document));
  }

  private Future<ObjectNode> read(SqlConnection connection) {
    return RecoveryHalt.state(connection)
        .map(RecoveryResource::document)
        .compose(
            document ->
                MaintenanceClock.state(connection, realTime.instant())
                    .map(
                        state -> document.set("maintenance", MaintenanceResource.document(state))));
  }

  /**
   * {@code POST /admin/v1/recovery/accept}: lifts the recovery halt although calls may have been
   * lost.
   */
  private Future<Reply> acceptRecovery(ApiRequest request) {
    return database
        .asWorker(connection -> accept(connection, request))
        .onSuccess(state -> resumed.run())
        .map(state -> Reply.of(200, document(state)));
  }

  private Future<RecoveryHalt.State> accept(SqlConnection connection, ApiRequest request) {
    String reason = request.requiredBody().path("reason").textValue();
    String actor = request.caller().actor();
    return RecoveryHalt.state(connection)
        .compose(
            state ->
                RecoveryHalt.lift(connection, state.newest().number(), reason)
                    .map(lifted -> lifted ? "era " + state.newest().number() : ""))
        .compose(
            era ->
                era.isEmpty()
                    ? Future.<Void>succeededFuture()
                    : audit.append(
                        connection,
                        AuditEvent.ofDeployment(actor, AuditAction.RECOVERY_ACCEPTED, era)
                            .withReason(reason)))
        .compose(noted -> RecoveryHalt.state(connection));
  }

  static ObjectNode document(RecoveryHalt.State state) {
    ObjectNode document =
        Json.object()
            .put("state", state.halted() ? "halted" : "done")
            .put("era", state.newest().number())
            .put("begun_at", Timestamps.format(state.begunAt()))
            .put("why", state.why());
    Timestamps.putIfPresent(document, "known_until", state.knownUntil());
    if (state.halted()) {
      document
          .put("calls_recorded", state.progress().recorded())
          .put("calls_open", state.progress().open())
          .put("objections", state.progress().objections());
    }
    return document;
  }
}
