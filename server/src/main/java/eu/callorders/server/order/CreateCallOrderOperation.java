package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;
import java.util.List;

/** {@code POST /v1/call-orders}: accepts an order. */
public final class CreateCallOrderOperation implements Operation {
  private final GroupCommit queue;

  /**
   * @param accepted runs after a commit and plans the new orders
   */
  public CreateCallOrderOperation(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite single,
      OrderAcceptor acceptor,
      OrderView view,
      SandboxNotice notice,
      Runnable accepted) {
    OrderBatchAcceptor handler = new OrderBatchAcceptor(acceptor, view, notice);
    this.queue = new GroupCommit(database, batches, single, handler, accepted);
  }

  @Override
  public String operationId() {
    return "createCallOrder";
  }

  @Override
  public Future<Void> admit(Caller caller) {
    return queue.admit(caller.tenantId());
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return SchedulingRules.faults(body.path("scheduling"));
  }

  @Override
  public boolean reportsFaultsInHandle() {
    return true;
  }

  @Override
  public int permits() {
    return 1;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return queue.submit(request);
  }
}
