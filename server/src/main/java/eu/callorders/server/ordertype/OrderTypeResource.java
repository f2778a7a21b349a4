package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ordertype.OrderTypeCatalog.Position;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** The operations on order types. */
public final class OrderTypeResource {
  private final Database database;
  private final IdempotentWrite write;
  private final TenantStore tenants;
  private final OrderTypeCatalog catalog;
  private final OrderTypeRules rules;
  private final Cursors cursors;
  private final InstantSource realTime;

  public OrderTypeResource(
      Database database,
      IdempotentWrite write,
      TenantStore tenants,
      OrderTypeCatalog catalog,
      OrderTypeRules rules,
      Cursors cursors,
      InstantSource realTime) {
    this.database = database;
    this.write = write;
    this.tenants = tenants;
    this.catalog = catalog;
    this.rules = rules;
    this.cursors = cursors;
    this.realTime = realTime;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listOrderTypes", this::list),
        new CreateOperation(),
        Operation.of("getOrderType", this::get),
        new UpdateOrderTypeOperation(write, tenants, catalog, rules, realTime),
        Operation.of("archiveOrderType", this::archive));
  }

  private final class CreateOperation implements Operation {
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
      return create(request);
    }
  }

  /** {@code GET /v1/order-types}: the tenant's order types, newest first. */
  Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    String status = request.queryParameter("status").orElse(null);
    Position after = after(request);
    return database
        .asTenant(
            tenantId,
            connection -> catalog.list(connection, tenantId, status, after, request.limit() + 1))
        .map(found -> page(request, found));
  }

  private Reply page(ApiRequest request, List<OrderTypeDetails> found) {
    boolean more = found.size() > request.limit();
    List<OrderTypeDetails> shown = more ? found.subList(0, request.limit()) : found;
    return Page.ofNodes(
        shown.stream().map(OrderTypeView::of).toList(),
        more,
        more ? cursor(request, shown.getLast()) : null);
  }

  /** Types have no id but their key, so this list has its own cursor format. */
  private String cursor(ApiRequest request, OrderTypeDetails last) {
    byte[] key = last.type().key().getBytes(StandardCharsets.US_ASCII);
    byte[] position =
        ByteBuffer.allocate(Long.BYTES + key.length)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, last.createdAt()))
            .put(key)
            .array();
    return cursors.create(request.caller().tenantId(), Cursors.purpose(request), position);
  }

  private Position after(ApiRequest request) {
    String cursor = request.queryParameter("after").orElse(null);
    if (cursor == null) {
      return Position.BEGINNING;
    }
    byte[] position =
        cursors.read(request.caller().tenantId(), Cursors.purpose(request), cursor, "/query/after");
    ByteBuffer buffer = ByteBuffer.wrap(position);
    Instant createdAt = Instant.EPOCH.plus(buffer.getLong(), ChronoUnit.MICROS);
    return new Position(
        createdAt,
        new String(position, Long.BYTES, position.length - Long.BYTES, StandardCharsets.US_ASCII));
  }

  /** {@code POST /v1/order-types}: creates a draft. */
  Future<Reply> create(ApiRequest request) {
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

  private static OrderTypeDetails draft(JsonNode body, Instant now) {
    OrderType type =
        new OrderType(
            body.path("key").asText(),
            "draft",
            1,
            body.path("agent"),
            OrderTypeDefaults.of(body.path("defaults")));
    JsonNode description = body.get("description");
    return OrderTypeDetails.created(
        type, body.path("title").asText(), description == null ? null : description.asText(), now);
  }

  /** {@code GET /v1/order-types/{key}}: one order type in its newest version. */
  Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    String key = request.pathParameter("key");
    return database
        .asTenant(tenantId, connection -> catalog.find(connection, tenantId, key))
        .map(
            found ->
                found
                    .map(resource -> OrderTypeView.reply(200, resource))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }

  /**
   * {@code POST /v1/order-types/{key}/archive}: no new orders; existing ones keep their version.
   */
  Future<Reply> archive(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return write.run(
        request,
        connection ->
            catalog
                .requireLocked(connection, tenantId, request.pathParameter("key"))
                .compose(before -> archive(connection, tenantId, before))
                .map(after -> OrderTypeView.reply(200, after)));
  }

  private Future<OrderTypeDetails> archive(
      SqlConnection connection, UUID tenantId, OrderTypeDetails before) {
    if (before.archived()) {
      throw new ProblemException(
          Problem.of(ProblemCode.ORDER_TYPE_ARCHIVED, "The order type is archived already."));
    }
    return tenants
        .now(connection, tenantId, realTime)
        .compose(
            now ->
                catalog.update(
                    connection,
                    tenantId,
                    before,
                    before.archivedAt(now),
                    EventType.ORDER_TYPE_ARCHIVED));
  }
}
