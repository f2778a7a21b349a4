package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.order.OrderAcceptor.Result;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Accepts orders of requests, in a batch or one per transaction. */
final class OrderBatchAcceptor implements GroupCommit.BatchHandler {
  private final OrderAcceptor acceptance;
  private final OrderReplies replies;
  private final SandboxNotice notice;

  OrderBatchAcceptor(OrderAcceptor acceptor, OrderView view, SandboxNotice notice) {
    this.acceptance = acceptor;
    this.notice = notice;
    this.replies = new OrderReplies(view);
  }

  @Override
  public int locks(ApiRequest request) {
    return locks(wanted(request)).size();
  }

  /** Accepts the orders whose subject and phones are not locked by another transaction. */
  @Override
  public Future<IdentityHashMap<ApiRequest, Reply>> together(
      SqlConnection connection, List<ApiRequest> requests) {
    if (requests.isEmpty()) {
      return Future.succeededFuture(new IdentityHashMap<>());
    }
    List<NewOrder> newOrders = requests.stream().map(OrderBatchAcceptor::wanted).toList();
    return tryTake(connection, newOrders)
        .compose(
            acquired -> {
              List<ApiRequest> lockable =
                  IntStream.range(0, requests.size())
                      .filter(position -> acquired.containsAll(locks(newOrders.get(position))))
                      .mapToObj(requests::get)
                      .toList();
              return acceptance
                  .accept(connection, lockable.stream().map(OrderBatchAcceptor::wanted).toList())
                  .map(results -> answers(lockable, results));
            });
  }

  @Override
  public Future<Reply> alone(SqlConnection connection, ApiRequest request) {
    return acceptance.accept(connection, wanted(request)).map(order -> reply(request, order));
  }

  /** Pipelines both statements; the lock order is subjects, then phones. */
  private static Future<Set<String>> tryTake(SqlConnection connection, List<NewOrder> newOrders) {
    Future<Set<String>> subjects =
        Locks.tryTake(connection, newOrders.stream().map(NewOrder::lock).distinct().toList());
    Future<Set<String>> phones =
        Locks.tryTakeShared(connection, newOrders.stream().map(NewOrder::numberLocks).toList());
    return Future.join(subjects, phones)
        .map(
            done -> {
              Set<String> acquired = new HashSet<>(subjects.result());
              acquired.addAll(phones.result());
              return acquired;
            });
  }

  private static Set<String> locks(NewOrder newOrder) {
    Set<String> locks = new HashSet<>(newOrder.numberLocks());
    locks.add(newOrder.lock());
    return locks;
  }

  private static NewOrder wanted(ApiRequest request) {
    return new NewOrder(
        request.caller().tenantId(),
        (ObjectNode) request.requiredBody(),
        request.header("idempotency-key").map(OrderKey.OfRequest::new).orElse(null));
  }

  private IdentityHashMap<ApiRequest, Reply> answers(
      List<ApiRequest> requests, List<Result> results) {
    IdentityHashMap<ApiRequest, Reply> replies = new IdentityHashMap<>();
    for (int position = 0; position < requests.size(); position++) {
      ApiRequest request = requests.get(position);
      replies.put(
          request,
          switch (results.get(position)) {
            case Result.Accepted(CallOrder order) -> reply(request, order);
            case Result.Rejected(Problem problem) -> Reply.problem(problem);
          });
    }
    return replies;
  }

  private Reply reply(ApiRequest request, CallOrder order) {
    Reply reply =
        replies
            .reply(202, request, order, order.createdAt())
            .with("Location", "/v1/call-orders/" + IdKind.ORDER.format(order.id()));
    return notice.of(order).map(text -> reply.with(SandboxNotice.HEADER, text)).orElse(reply);
  }
}
