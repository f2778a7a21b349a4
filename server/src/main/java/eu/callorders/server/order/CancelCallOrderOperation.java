package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.TextRedaction;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/call-orders/{order_id}/cancel}: cancels an order without an active call. */
public final class CancelCallOrderOperation implements Operation {
  private final IdempotentWrite write;
  private final OrderEditor editor;
  private final OrderReplies replies;

  public CancelCallOrderOperation(IdempotentWrite write, OrderEditor editor, OrderView view) {
    this.write = write;
    this.editor = editor;
    this.replies = new OrderReplies(view);
  }

  @Override
  public String operationId() {
    return "cancelCallOrder";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection -> {
          UUID id = OrderReplies.orderId(request);
          return editor.change(
              connection,
              request.caller().tenantId(),
              id,
              (change, context) -> cancel(request, change));
        });
  }

  private Reply cancel(ApiRequest request, OrderChange change) {
    OrderDecision decision = change.apply(new OrderCommand.Cancel(note(request.body())));
    if (decision instanceof OrderDecision.Reject reject) {
      throw new ProblemException(reject.problem());
    }
    return replies.reply(200, request, change.saved(), change.now());
  }

  private static @Nullable String note(@Nullable JsonNode body) {
    return body != null && body.hasNonNull("reason")
        ? TextRedaction.redact(body.get("reason").asText()).text()
        : null;
  }
}
