package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.json.Json;
import eu.callorders.server.json.MergePatch;
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
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on order types. */
public final class OrderTypeResource {
  private static final Set<String> REPLACED_WHOLE = Set.of("variables");

  private final Database database;
  private final IdempotentWrite write;
  private final OrderTypeCatalog catalog;
  private final Function<JsonNode, List<FieldError>> schedulingFaults;
  private final Cursors cursors;
  private final InstantSource realTime;

  /**
   * @param schedulingFaults the faults of a scheduling block, with pointers that start with {@code
   *     /scheduling}
   */
  public OrderTypeResource(
      Database database,
      IdempotentWrite write,
      OrderTypeCatalog catalog,
      Function<JsonNode, List<FieldError>> schedulingFaults,
      Cursors cursors,
      InstantSource realTime) {
    this.database = database;
    this.write = write;
    this.catalog = catalog;
    this.schedulingFaults = schedulingFaults;
    this.cursors = cursors;
    this.realTime = realTime;
  }

  public List<Operation> operations() {
    Function<JsonNode, List<FieldError>> bodyFaults = body -> faults(body.path("defaults"));
    return List.of(
        Operation.of("listOrderTypes", this::list),
        Operation.of("createOrderType", this::create).withBodyFaults(bodyFaults),
        Operation.of("getOrderType", this::get),
        Operation.of("updateOrderType", this::update).withBodyFaults(bodyFaults),
        Operation.of("archiveOrderType", this::archive));
  }

  /** The faults of {@code defaults}; values that violate the schema are skipped. */
  private List<FieldError> faults(JsonNode defaults) {
    return schedulingFaults.apply(defaults.path("scheduling")).stream()
        .map(fault -> fault.within("/defaults"))
        .toList();
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
                throw ProblemException.of(
                    ProblemCode.ALREADY_EXISTS, "There is an order type with this key.");
              }
              return TenantStore.now(connection, tenantId, realTime);
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
    return OrderTypeDetails.created(
        type, body.path("title").asText(), text(body.get("description")), now);
  }

  /** {@code GET /v1/order-types/{key}}: one order type in its newest version. */
  Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    String key = request.pathParameter("key");
    return database
        .asTenant(tenantId, connection -> catalog.find(connection, tenantId, key))
        .map(Reply.ifFound(resource -> OrderTypeView.reply(200, resource)));
  }

  /**
   * {@code PATCH /v1/order-types/{key}}: changes a type, in a new version if agent or defaults
   * change, and activates a draft.
   */
  Future<Reply> update(ApiRequest request) {
    return change(
        request,
        EventType.ORDER_TYPE_UPDATED,
        (before, now) -> {
          if (before.archived()) {
            throw archived("An archived order type is no longer changed.");
          }
          request
              .header("if-match")
              .ifPresent(tag -> EntityTag.require(tag, before.revision(), "order type"));
          return patch(before, (ObjectNode) request.requiredBody(), now);
        });
  }

  /**
   * {@code POST /v1/order-types/{key}/archive}: no new orders; existing ones keep their version.
   */
  Future<Reply> archive(ApiRequest request) {
    return change(
        request,
        EventType.ORDER_TYPE_ARCHIVED,
        (before, now) -> {
          if (before.archived()) {
            throw archived("The order type is archived already.");
          }
          return before.archivedAt(now);
        });
  }

  /** Saves a change of the type in the path, unless the revision stays. */
  private Future<Reply> change(
      ApiRequest request,
      EventType type,
      BiFunction<OrderTypeDetails, Instant, OrderTypeDetails> change) {
    UUID tenantId = request.caller().tenantId();
    return write.run(
        request,
        connection ->
            catalog
                .requireLocked(connection, tenantId, request.pathParameter("key"))
                .compose(
                    before ->
                        TenantStore.now(connection, tenantId, realTime)
                            .map(now -> change.apply(before, now))
                            .compose(
                                after -> catalog.update(connection, tenantId, before, after, type)))
                .map(after -> OrderTypeView.reply(200, after)));
  }

  private static ProblemException archived(String detail) {
    return ProblemException.of(ProblemCode.ORDER_TYPE_ARCHIVED, detail);
  }

  private OrderTypeDetails patch(OrderTypeDetails before, ObjectNode patch, Instant now) {
    OrderType type = before.type();
    JsonNode defaults = defaults(type.defaults(), patch);
    List<FieldError> faults = faults(defaults);
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
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

  private static @Nullable String text(@Nullable JsonNode value) {
    return value == null || value.isNull() ? null : value.asText();
  }
}
