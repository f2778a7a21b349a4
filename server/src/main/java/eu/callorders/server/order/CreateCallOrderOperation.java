package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;

/** {@code POST /v1/call-orders}: accepts an order. */
public final class CreateCallOrderOperation implements Operation {
  private final IdempotentWrite write;
  private final Acceptance acceptance;
  private final OrderReplies replies;
  private final Runnable accepted;

  /**
   * @param accepted run after the commit, so that the order is planned
   */
  public CreateCallOrderOperation(
      IdempotentWrite write, Acceptance acceptance, OrderView view, Runnable accepted) {
    this.write = write;
    this.acceptance = acceptance;
    this.replies = new OrderReplies(view);
    this.accepted = accepted;
  }

  @Override
  public String operationId() {
    return "createCallOrder";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    ObjectNode input = (ObjectNode) request.requiredBody();
    return write
        .run(
            request,
            connection ->
                acceptance
                    .accept(connection, request.caller().tenantId(), input)
                    .map(order -> reply(request, order)))
        .onSuccess(reply -> accepted.run());
  }

  private Reply reply(ApiRequest request, CallOrder order) {
    return replies
        .reply(202, request, order, order.createdAt())
        .with("Location", "/v1/call-orders/" + IdKind.ORDER.format(order.id()));
  }
}
