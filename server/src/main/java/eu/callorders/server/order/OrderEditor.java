package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.json.Json;
import eu.callorders.server.json.MergePatch;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Changes one order for its client, under the subject's lock. Fails with {@code not_found} for an
 * unknown order.
 */
public final class OrderEditor {
  private final OrderWriter writer;
  private final DecisionContextLoader contextLoader;

  public OrderEditor(OrderWriter writer, DecisionContextLoader contextLoader) {
    this.writer = writer;
    this.contextLoader = contextLoader;
  }

  /** Cancels an order without an active call. */
  Future<OrderChange> cancel(
      SqlConnection connection, UUID tenantId, UUID orderId, @Nullable String note) {
    return change(
        connection,
        tenantId,
        orderId,
        (change, context) -> {
          requireAccepted(change.apply(new OrderCommand.Cancel(note)));
          return Future.succeededFuture(change);
        });
  }

  /**
   * Edits scheduling and metadata before the first dial, on a worker thread: the holidays of a
   * distant year take milliseconds to compute.
   *
   * @param ifMatch the header with the entity tag of the order to edit
   * @param patch a merge patch
   */
  Future<OrderChange> edit(
      SqlConnection connection, UUID tenantId, UUID orderId, String ifMatch, ObjectNode patch) {
    return type(connection, tenantId, orderId)
        .compose(
            type ->
                change(
                    connection,
                    tenantId,
                    orderId,
                    (change, context) ->
                        Vertx.currentContext()
                            .executeBlocking(
                                () -> edit(change, context, type, ifMatch, patch), false)));
  }

  /** The pinned version of the type, which never changes. */
  private Future<OrderType> type(SqlConnection connection, UUID tenantId, UUID orderId) {
    return OrderStore.findPinnedType(connection, tenantId, orderId)
        .map(pinned -> pinned.orElseThrow(ProblemException::notFound))
        .compose(
            pinned ->
                OrderTypeStore.findPinned(connection, Set.of(pinned))
                    .map(found -> Objects.requireNonNull(found.get(pinned))));
  }

  /**
   * Loads an order, lets {@code edit} change it, and saves it.
   *
   * @param edit fails with {@link ProblemException} to save nothing
   */
  private Future<OrderChange> change(
      SqlConnection connection,
      UUID tenantId,
      UUID orderId,
      BiFunction<OrderChange, DecisionContext, Future<OrderChange>> edit) {
    return OrderStore.findSubjectReference(connection, tenantId, orderId)
        .map(subject -> subject.orElseThrow(ProblemException::notFound))
        .compose(subject -> Locks.acquire(connection, Set.of(Locks.subject(tenantId, subject))))
        .compose(locked -> OrderStore.load(connection, List.of(orderId)))
        .compose(
            found ->
                contextLoader
                    .load(connection, found)
                    .compose(context -> save(connection, found.getFirst(), context, edit)));
  }

  private Future<OrderChange> save(
      SqlConnection connection,
      CallOrder order,
      DecisionContext context,
      BiFunction<OrderChange, DecisionContext, Future<OrderChange>> edit) {
    OrderChange change = writer.open(context.withHolds(order), context.now(order));
    return edit.apply(change, context)
        .compose(edited -> writer.save(connection, List.of(edited)).map(edited));
  }

  private static OrderChange edit(
      OrderChange change,
      DecisionContext context,
      OrderType type,
      String ifMatch,
      ObjectNode patch) {
    CallOrder before = change.order();
    requireAccepted(change.decide(new OrderCommand.Edit(context.nextAttempt(before))));
    EntityTag.require(ifMatch, before.entityTag(), "order");
    OrderDocument document = patch(before, patch, type, context);
    if (document.json().equals(before.document().json())) {
      return change;
    }
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
    return change;
  }

  private static void requireAccepted(OrderDecision decision) {
    if (decision instanceof OrderDecision.Reject reject) {
      throw new ProblemException(reject.problem());
    }
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
