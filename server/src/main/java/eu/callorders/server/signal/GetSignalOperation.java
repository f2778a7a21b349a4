package eu.callorders.server.signal;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code GET /v1/signals/{signal_id}}: a signal and what it triggered. */
public final class GetSignalOperation implements Operation {
  private final Database database;
  private final SignalStore signals;

  public GetSignalOperation(Database database, SignalStore signals) {
    this.database = database;
    this.signals = signals;
  }

  @Override
  public String operationId() {
    return "getSignal";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return IdKind.SIGNAL
        .parse(request.pathParameter("signal_id"))
        .map(id -> find(request.caller().tenantId(), id))
        .orElseGet(() -> Future.succeededFuture(Reply.problem(Problem.notFound())));
  }

  private Future<Reply> find(UUID tenantId, UUID id) {
    return database
        .asTenant(tenantId, connection -> signals.find(connection, tenantId, id))
        .map(
            found ->
                found
                    .map(signal -> Reply.of(200, SignalView.of(signal, false)))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
