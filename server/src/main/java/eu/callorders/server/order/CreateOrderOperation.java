package eu.callorders.server.order;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.order.OrderAcceptor.Result;
import eu.callorders.server.order.OrderBatchAcceptor.Submission;
import io.vertx.core.Future;
import java.util.List;

/**
 * {@code POST /v1/call-orders}: accepts an order. The faults of its body are found before the
 * idempotency key is used.
 */
public final class CreateOrderOperation {
  private final Database database;
  private final OrderAcceptor acceptor;
  private final OrderBatchAcceptor batches;
  private final GroupCommit<Submission> submissions;

  /**
   * @param submissions over {@code batches}
   */
  public CreateOrderOperation(
      Database database,
      OrderAcceptor acceptor,
      OrderBatchAcceptor batches,
      GroupCommit<Submission> submissions) {
    this.database = database;
    this.acceptor = acceptor;
    this.batches = batches;
    this.submissions = submissions;
  }

  Operation operation() {
    return submissions
        .operation("createCallOrder")
        .withBodyFaults(acceptor::bodyFaults)
        .withFaultsInHandle()
        .withHandler(this::create);
  }

  private Future<Reply> create(ApiRequest request) {
    Submission submission = batches.prepare(request);
    return submission.order().faults().isEmpty()
        ? submissions.submit(request, submission)
        : refuse(submission.order());
  }

  /** Names the faults of the body with those that the database reveals, and stores nothing. */
  private Future<Reply> refuse(NewOrder order) {
    return database
        .asTenant(order.tenantId(), connection -> acceptor.preview(connection, List.of(order)))
        .map(
            preview ->
                switch (preview.results().getFirst()) {
                  case Result.Rejected(Problem problem) -> Reply.problem(problem);
                  case Result.Accepted _ ->
                      throw new IllegalStateException("accepted despite the faults of its body");
                });
  }
}
