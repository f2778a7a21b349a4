package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.TextRedaction;
import eu.callorders.server.database.BatchLoader;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.PageLoader;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The operations on call orders and the list of an order's calls. */
public final class CallOrderResource {
  private static final int FIRST_SLICE = 3;

  /** Limit for the bodies of orders that are read together; the first may exceed it. */
  private static final long READ_BYTES = 1L << 20;

  private final Database database;
  private final IdempotentWrite write;
  private final CreateOrderOperation create;
  private final OrderEditor editor;
  private final OrderView view;
  private final SandboxNotice notice;
  private final Cursors cursors;
  private final InstantSource realTime;
  private final Runnable onEdited;
  private final BatchLoader<ReadOrder> reads;
  private final OrderHoldLoader holds;

  /**
   * @param edited runs after the commit of an edit and wakes the dial loop for an earlier due
   *     instant
   */
  public CallOrderResource(
      Database database,
      IdempotentWrite write,
      CreateOrderOperation create,
      OrderEditor editor,
      DecisionContextLoader contexts,
      OrderView view,
      SandboxNotice notice,
      Cursors cursors,
      InstantSource realTime,
      Runnable edited) {
    this.database = database;
    this.write = write;
    this.create = create;
    this.editor = editor;
    this.view = view;
    this.notice = notice;
    this.cursors = cursors;
    this.realTime = realTime;
    this.onEdited = edited;
    this.reads = new BatchLoader<>(database, this::read);
    this.holds = new OrderHoldLoader(contexts);
  }

  private record ReadOrder(CallOrder order, Tenant tenant) {}

  public List<Operation> operations() {
    return List.of(
        create.operation(),
        Operation.of("listCallOrders", this::list).withLargePages(),
        Operation.of("getCallOrder", this::get),
        Operation.of("updateCallOrder", this::update)
            .withBodyFaults(body -> SchedulingRules.faults(body.path("scheduling"))),
        Operation.of("cancelCallOrder", this::cancel),
        Operation.of("listCalls", this::listCalls));
  }

  /** {@code GET /v1/call-orders}: the tenant's orders, newest first. */
  Future<Reply> list(ApiRequest request) {
    Position after = cursors.after(request).orElse(null);
    UUID tenantId = request.caller().tenantId();
    return OrderQuery.Filter.of(request)
        .map(
            filter ->
                database.asTenant(tenantId, connection -> list(connection, request, filter, after)))
        .orElseGet(() -> Future.succeededFuture(Page.of(List.of(), false, null)));
  }

  private Future<Reply> list(
      SqlConnection connection,
      ApiRequest request,
      OrderQuery.Filter filter,
      @Nullable Position after) {
    UUID tenantId = request.caller().tenantId();
    Future<Instant> now = TenantStore.now(connection, tenantId, realTime);
    return OrderQuery.find(connection, tenantId, filter, after, request.limit() + 1)
        .compose(
            found ->
                now.compose(
                    at ->
                        new PageLoader<>(
                                request,
                                cursors,
                                found,
                                ids -> holds.load(connection, ids, at),
                                order -> view.toJson(order, Audience.of(request.caller()), at),
                                CallOrderResource::position)
                            .page(FIRST_SLICE)));
  }

  private static Position position(CallOrder order) {
    return new Position(order.createdAt(), order.id());
  }

  /** {@code GET /v1/call-orders/{order_id}}: one order, with its result once it has ended. */
  public Future<Reply> get(ApiRequest request) {
    UUID id = request.pathId(IdKind.ORDER, "order_id");
    return reads
        .load(request.caller().tenantId(), id)
        .map(Reply.ifFound(read -> reply(request, read)));
  }

  private Reply reply(ApiRequest request, ReadOrder read) {
    Reply reply = view.reply(200, request, read.order(), read.tenant().now(realTime));
    return notice
        .forResult(read.order(), read.tenant())
        .map(text -> reply.with(SandboxNotice.HEADER, text))
        .orElse(reply);
  }

  private Future<Map<UUID, ReadOrder>> read(
      SqlConnection connection, UUID tenantId, List<UUID> ids) {
    Future<Tenant> tenant = TenantStore.find(connection, tenantId).map(Optional::orElseThrow);
    return OrderStore.loadLeading(connection, ids, READ_BYTES)
        .compose(
            found ->
                tenant.compose(
                    owner ->
                        holds
                            .addTo(
                                connection,
                                found.stream()
                                    .filter(order -> order.tenantId().equals(tenantId))
                                    .toList(),
                                owner.now(realTime))
                            .map(
                                orders ->
                                    orders.stream()
                                        .collect(
                                            Collectors.toMap(
                                                CallOrder::id,
                                                order -> new ReadOrder(order, owner))))));
  }

  /**
   * {@code PATCH /v1/call-orders/{order_id}}: edits scheduling and metadata before the first dial.
   */
  public Future<Reply> update(ApiRequest request) {
    return write
        .run(
            request,
            connection ->
                editor
                    .edit(
                        connection,
                        request.caller().tenantId(),
                        request.pathId(IdKind.ORDER, "order_id"),
                        request.header("if-match").orElseThrow(),
                        (ObjectNode) request.requiredBody())
                    .map(change -> view.reply(200, request, change.saved(), change.now())))
        .onSuccess(reply -> onEdited.run());
  }

  /** {@code POST /v1/call-orders/{order_id}/cancel}: cancels an order without an active call. */
  public Future<Reply> cancel(ApiRequest request) {
    return write.run(
        request,
        connection ->
            editor
                .cancel(
                    connection,
                    request.caller().tenantId(),
                    request.pathId(IdKind.ORDER, "order_id"),
                    note(request.body()))
                .map(change -> view.reply(200, request, change.saved(), change.now())));
  }

  private static @Nullable String note(@Nullable JsonNode body) {
    return body != null && body.hasNonNull("reason")
        ? TextRedaction.redact(body.get("reason").asText()).text()
        : null;
  }

  /** {@code GET /v1/calls}: the calls of one order, oldest first. */
  Future<Reply> listCalls(ApiRequest request) {
    Optional<Position> after = cursors.after(request);
    UUID orderId =
        IdKind.ORDER
            .parse(request.queryParameter("call_order_id").orElseThrow())
            .orElseThrow(ProblemException::notFound);
    return database.asTenant(
        request.caller().tenantId(), connection -> listCalls(connection, request, orderId, after));
  }

  private Future<Reply> listCalls(
      SqlConnection connection, ApiRequest request, UUID orderId, Optional<Position> after) {
    UUID tenantId = request.caller().tenantId();
    Future<Instant> now = TenantStore.now(connection, tenantId, realTime);
    Future<Map<UUID, List<CallAttempt>>> calls =
        AttemptStore.byOrders(connection, List.of(orderId));
    return OrderStore.findSubjectReference(connection, tenantId, orderId)
        .map(reference -> reference.orElseThrow(ProblemException::notFound))
        .compose(reference -> Future.join(now, calls))
        .map(
            done ->
                callPage(
                    request,
                    visibleAfter(calls.result().getOrDefault(orderId, List.of()), after),
                    now.result()));
  }

  /** The visible calls after a position; an order has at most ten. */
  private static List<CallAttempt> visibleAfter(List<CallAttempt> all, Optional<Position> after) {
    List<CallAttempt> visible = all.stream().filter(CallAttempt::isVisible).toList();
    int seen =
        after
            .map(position -> visible.stream().map(CallAttempt::id).toList().indexOf(position.id()))
            .orElse(-1);
    return visible.subList(seen + 1, visible.size());
  }

  private Reply callPage(ApiRequest request, List<CallAttempt> rest, Instant now) {
    List<CallAttempt> shown = rest.subList(0, Math.min(rest.size(), request.limit()));
    boolean more = rest.size() > shown.size();
    return Page.ofNodes(
        shown.stream()
            .map(call -> view.calls().render(call, Audience.of(request.caller()), now))
            .toList(),
        more,
        more
            ? cursors.create(
                request, new Position(shown.getLast().intendedAt(), shown.getLast().id()))
            : null);
  }
}
