package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.FieldError;
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
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code PATCH /v1/order-types/{key}}: changes a type, in a new version if agent or defaults
 * change, and activates a draft.
 */
final class UpdateOrderTypeOperation implements Operation {
  private static final Set<String> REPLACED_WHOLE = Set.of("variables");

  private final IdempotentWrite write;
  private final TenantStore tenants;
  private final OrderTypeCatalog catalog;
  private final OrderTypeRules rules;
  private final InstantSource realTime;

  UpdateOrderTypeOperation(
      IdempotentWrite write,
      TenantStore tenants,
      OrderTypeCatalog catalog,
      OrderTypeRules rules,
      InstantSource realTime) {
    this.write = write;
    this.tenants = tenants;
    this.catalog = catalog;
    this.rules = rules;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "updateOrderType";
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return rules.faults(body.path("defaults"));
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return write.run(
        request,
        connection ->
            catalog
                .requireLocked(connection, tenantId, request.pathParameter("key"))
                .compose(before -> update(connection, request, before))
                .map(after -> OrderTypeView.reply(200, after)));
  }

  private Future<OrderTypeDetails> update(
      SqlConnection connection, ApiRequest request, OrderTypeDetails before) {
    UUID tenantId = request.caller().tenantId();
    checkState(before, request.header("if-match").orElse(null));
    return tenants
        .now(connection, tenantId, realTime)
        .map(now -> patch(before, (ObjectNode) request.requiredBody(), now))
        .compose(
            after ->
                after.revision() == before.revision()
                    ? Future.succeededFuture(before)
                    : catalog.update(
                        connection, tenantId, before, after, EventType.ORDER_TYPE_UPDATED));
  }

  private static void checkState(OrderTypeDetails before, @Nullable String ifMatch) {
    if (before.archived()) {
      throw new ProblemException(
          Problem.of(
              ProblemCode.ORDER_TYPE_ARCHIVED, "An archived order type is no longer changed."));
    }
    if (ifMatch != null && !EntityTag.matches(ifMatch, before.revision())) {
      throw new ProblemException(
          Problem.of(
              ProblemCode.PRECONDITION_FAILED,
              "The order type has changed since. Fetch it, and send its ETag with your change."));
    }
  }

  private OrderTypeDetails patch(OrderTypeDetails before, ObjectNode patch, Instant now) {
    OrderType type = before.type();
    JsonNode defaults = defaults(type.defaults(), patch);
    List<FieldError> faults = rules.faults(defaults);
    if (!faults.isEmpty()) {
      throw new ProblemException(Problem.invalid(faults));
    }
    JsonNode agent =
        patch.get("agent") instanceof ObjectNode changes
            ? MergePatch.apply(type.agent(), changes, Set.of())
            : type.agent();
    return before.with(
        patch.has("title") ? patch.get("title").asText() : before.title(),
        patch.has("description") ? text(patch.get("description")) : before.description(),
        patch.has("status") ? patch.get("status").asText() : type.status(),
        agent,
        defaults,
        now);
  }

  private static JsonNode defaults(JsonNode before, ObjectNode patch) {
    JsonNode changes = patch.path("defaults");
    if (changes.isNull()) {
      return Json.object();
    }
    return changes instanceof ObjectNode members
        ? OrderTypeDefaults.of(MergePatch.apply(before, members, REPLACED_WHOLE))
        : before;
  }

  private static @Nullable String text(JsonNode value) {
    return value.isNull() ? null : value.asText();
  }
}
