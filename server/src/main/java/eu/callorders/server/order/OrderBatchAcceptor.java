package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.PendingReplies;
import eu.callorders.server.idempotency.RequestBatchHandler;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.order.OrderAcceptor.Result;
import eu.callorders.server.order.OrderBatchAcceptor.Submission;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Accepts orders of requests, in a batch or one per transaction. */
public final class OrderBatchAcceptor implements RequestBatchHandler<Submission> {
  private final OrderAcceptor acceptor;
  private final OrderView view;
  private final SandboxNotice notice;

  public OrderBatchAcceptor(OrderAcceptor acceptor, OrderView view, SandboxNotice notice) {
    this.acceptor = acceptor;
    this.view = view;
    this.notice = notice;
  }

  /** A request with the order that it asks for, and the order's locks. */
  public record Submission(ApiRequest request, NewOrder order, Set<String> locks) {}

  @Override
  public Submission prepare(ApiRequest request) {
    NewOrder order =
        acceptor.newOrder(
            request.caller().tenantId(),
            (ObjectNode) request.requiredBody(),
            request.header("idempotency-key").map(OrderKey.RequestKey::new).orElse(null));
    return new Submission(request, order, locks(order));
  }

  @Override
  public int locks(Submission submission) {
    return submission.locks().size();
  }

  /**
   * Accepts the orders whose subject and phones are not locked by another transaction. Locks and
   * loads in one round trip.
   */
  @Override
  public Future<PendingReplies> handleBatch(
      SqlConnection connection, List<Submission> all, Future<Set<ApiRequest>> firstTime) {
    Future<Set<String>> acquired = tryAcquire(connection, orders(all));
    Future<List<Submission>> lockable =
        Future.join(acquired, firstTime)
            .map(
                done ->
                    all.stream()
                        .filter(each -> firstTime.result().contains(each.request()))
                        .filter(each -> acquired.result().containsAll(each.locks()))
                        .toList());
    return acceptor
        .accept(connection, orders(all), lockable.map(OrderBatchAcceptor::orders))
        .map(
            pending ->
                new PendingReplies(
                    toReplies(lockable.result(), pending.results()), pending.written()));
  }

  private static List<NewOrder> orders(List<Submission> submissions) {
    return submissions.stream().map(Submission::order).toList();
  }

  @Override
  public Future<Reply> handleOne(SqlConnection connection, Submission submission) {
    return acceptor
        .accept(connection, submission.order())
        .map(accepted -> reply(submission.request(), accepted));
  }

  /** Pipelines both statements; the lock order is subjects, then phones. */
  private static Future<Set<String>> tryAcquire(
      SqlConnection connection, List<NewOrder> newOrders) {
    Future<Set<String>> subjects =
        Locks.tryAcquire(
            connection, newOrders.stream().map(NewOrder::subjectLock).distinct().toList());
    Future<Set<String>> phones =
        Locks.tryAcquireShared(connection, newOrders.stream().map(NewOrder::phoneLocks).toList());
    return Future.join(subjects, phones)
        .map(
            done -> {
              Set<String> acquired = new HashSet<>(subjects.result());
              acquired.addAll(phones.result());
              return acquired;
            });
  }

  private static Set<String> locks(NewOrder newOrder) {
    Set<String> locks = new HashSet<>(newOrder.phoneLocks());
    locks.add(newOrder.subjectLock());
    return locks;
  }

  private IdentityHashMap<ApiRequest, Reply> toReplies(
      List<Submission> submissions, List<Result> results) {
    IdentityHashMap<ApiRequest, Reply> replies = new IdentityHashMap<>();
    for (int position = 0; position < submissions.size(); position++) {
      ApiRequest request = submissions.get(position).request();
      replies.put(
          request,
          switch (results.get(position)) {
            case Result.Accepted accepted -> reply(request, accepted);
            case Result.Rejected(Problem problem) -> Reply.problem(problem);
          });
    }
    return replies;
  }

  private Reply reply(ApiRequest request, Result.Accepted accepted) {
    CallOrder order = accepted.order();
    Reply reply =
        view.reply(202, request, order, order.createdAt())
            .ofAcceptedOrder(
                new Reply.AcceptedOrder(order.id(), accepted.due(), order.holds().isEmpty()))
            .with("Location", "/v1/call-orders/" + IdKind.ORDER.format(order.id()));
    return notice.forOrder(order).map(text -> reply.with(SandboxNotice.HEADER, text)).orElse(reply);
  }
}
