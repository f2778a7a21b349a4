package eu.callorders.server.signal;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.order.OrderAcceptor.PhonePolicy;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** The operations on signals. */
public final class SignalResource {
  private final Database database;
  private final SignalStore signals;
  private final CreateSignalOperation create;

  /**
   * @param writes over a {@link SignalBatchProcessor}
   * @param phonePolicy the phone policy of orders
   */
  public SignalResource(
      Database database, SignalStore signals, GroupCommit writes, PhonePolicy phonePolicy) {
    this.database = database;
    this.signals = signals;
    this.create = new CreateSignalOperation(writes, phonePolicy);
  }

  public List<Operation> operations() {
    return List.of(create, Operation.of("getSignal", this::get));
  }

  /** {@code GET /v1/signals/{signal_id}}: a signal and what it triggered. */
  Future<Reply> get(ApiRequest request) {
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
