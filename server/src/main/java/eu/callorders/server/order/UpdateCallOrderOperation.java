package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.json.Json;
import eu.callorders.server.json.MergePatch;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * {@code PATCH /v1/call-orders/{order_id}}: edits scheduling and metadata before the first dial.
 */
public final class UpdateCallOrderOperation implements Operation {
  private final IdempotentWrite write;
  private final OrderEditor editor;
  private final OrderStore orders;
  private final OrderTypeStore types;
  private final OrderReplies replies;
  private final Runnable onEdited;

  /**
   * @param edited runs after the commit and wakes the dial loop for an earlier due instant
   */
  public UpdateCallOrderOperation(
      IdempotentWrite write,
      OrderEditor editor,
      OrderStore orders,
      OrderTypeStore types,
      OrderView view,
      Runnable edited) {
    this.write = write;
    this.editor = editor;
    this.orders = orders;
    this.types = types;
    this.replies = new OrderReplies(view);
    this.onEdited = edited;
  }

  @Override
  public String operationId() {
    return "updateCallOrder";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write
        .run(
            request,
            connection -> {
              UUID id = OrderReplies.orderId(request);
              return type(connection, request.caller().tenantId(), id)
                  .compose(
                      type ->
                          editor.change(
                              connection,
                              request.caller().tenantId(),
                              id,
                              (change, context) -> edit(request, change, context, type)));
            })
        .onSuccess(reply -> onEdited.run());
  }

  /** The pinned version of the type, which never changes. */
  private Future<OrderType> type(SqlConnection connection, UUID tenantId, UUID orderId) {
    return orders
        .findPinnedType(connection, tenantId, orderId)
        .map(pinned -> pinned.orElseThrow(() -> new ProblemException(Problem.notFound())))
        .compose(pinned -> pinnedType(connection, pinned));
  }

  private Future<OrderType> pinnedType(SqlConnection connection, PinnedType pinned) {
    return types
        .findPinned(connection, Set.of(pinned))
        .map(found -> Objects.requireNonNull(found.get(pinned)));
  }

  private Reply edit(
      ApiRequest request, OrderChange change, DecisionContext context, OrderType type) {
    CallOrder before = change.order();
    OrderDecision decision = change.decide(new OrderCommand.Edit(context.nextAttempt(before)));
    if (decision instanceof OrderDecision.Reject reject) {
      throw new ProblemException(reject.problem());
    }
    if (!EntityTag.matches(request.header("if-match").orElseThrow(), before.entityTag())) {
      throw new ProblemException(
          Problem.of(
              ProblemCode.PRECONDITION_FAILED,
              "The order has changed since. Fetch it, and send its ETag with your change."));
    }
    ObjectNode patch = (ObjectNode) request.requiredBody();
    OrderDocument document = patch(before, patch, type, context);
    if (!document.json().equals(before.document().json())) {
      change.edit(document);
      CallOrder edited = change.order();
      if (patch.has("scheduling")
          && !document.schedulingJson().equals(before.document().schedulingJson())) {
        WindowCheck.require(
            document.scheduling(),
            context.terms(edited),
            new Callee(phone -> context.suppressed(edited, phone), null),
            change.now());
      }
      change.apply(new OrderCommand.Edit(context.nextAttempt(edited)));
    }
    return replies.reply(200, request, change.saved(), change.now());
  }

  private static OrderDocument patch(
      CallOrder before, ObjectNode patch, OrderType type, DecisionContext context) {
    ObjectNode given = before.document().givenScheduling();
    JsonNode scheduling = patch.path("scheduling");
    if (scheduling.isNull()) {
      given = Json.object();
    } else if (scheduling instanceof ObjectNode changes) {
      given = MergePatch.apply(given, changes, Set.of());
    }
    OrderDocument after = before.document().with(type, context.tenant(before), given);
    return patch.has("metadata") ? after.withMetadata(patch.get("metadata")) : after;
  }
}
