package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;

/**
 * {@code GET /admin/v1/recovery}: whether dialing is halted after a database restore, and deletion
 * after a jump of the clock.
 */
final class GetRecoveryOperation implements Operation {
  private final Database database;
  private final InstantSource realTime;
  private final RecoveryHalt halt = new RecoveryHalt();

  GetRecoveryOperation(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "getRecovery";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database.asWorker(this::read).map(document -> Reply.of(200, document));
  }

  private Future<ObjectNode> read(SqlConnection connection) {
    return halt.state(connection)
        .map(RecoveryDocument::of)
        .compose(
            document ->
                MaintenanceClock.state(connection, realTime.instant())
                    .map(state -> document.set("maintenance", MaintenanceDocument.of(state))));
  }
}
