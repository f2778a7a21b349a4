package eu.callorders.server.admin;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;

/** {@code GET /admin/v1/recovery}: whether dialing waits because the database has come back. */
final class GetRecoveryOperation implements Operation {
  private final Database database;
  private final RecoveryHalt halt = new RecoveryHalt();

  GetRecoveryOperation(Database database) {
    this.database = database;
  }

  @Override
  public String operationId() {
    return "getRecovery";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database.asWorker(halt::state).map(state -> Reply.of(200, RecoveryDocument.of(state)));
  }
}
