package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** {@code POST /v1/order-types}: creates a draft. */
public final class CreateOrderTypeOperation implements Operation {
  private final IdempotentWrite write;
  private final TenantStore tenants;
  private final OrderTypeCatalog catalog;
  private final OrderTypeRules rules;
  private final InstantSource realTime;

  public CreateOrderTypeOperation(
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
    return "createOrderType";
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return rules.faults(body.path("defaults"));
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection -> create(connection, request.caller().tenantId(), request.requiredBody()));
  }

  private Future<Reply> create(SqlConnection connection, UUID tenantId, JsonNode body) {
    String key = body.path("key").asText();
    return catalog
        .findLocked(connection, tenantId, key)
        .compose(
            existing -> {
              if (existing.isPresent()) {
                throw new ProblemException(
                    Problem.of(
                        ProblemCode.ALREADY_EXISTS, "There is an order type with this key."));
              }
              return tenants.now(connection, tenantId, realTime);
            })
        .compose(now -> catalog.insert(connection, tenantId, draft(body, now)))
        .map(
            created ->
                OrderTypeView.reply(201, created).with("Location", "/v1/order-types/" + key));
  }

  private static OrderTypeResource draft(JsonNode body, Instant now) {
    OrderType type =
        new OrderType(
            body.path("key").asText(),
            "draft",
            1,
            body.path("agent"),
            OrderTypeDefaults.of(body.path("defaults")));
    JsonNode description = body.get("description");
    return OrderTypeResource.created(
        type, body.path("title").asText(), description == null ? null : description.asText(), now);
  }
}
