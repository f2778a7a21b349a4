package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.CallView;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
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

/** {@code GET /v1/calls}: the calls of one order, oldest first. */
public final class ListCallsOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final OrderStore orders;
  private final AttemptStore attempts;
  private final CallView view;
  private final Cursors cursors;
  private final InstantSource realTime;

  public ListCallsOperation(
      Database database,
      TenantStore tenants,
      OrderStore orders,
      AttemptStore attempts,
      CallView view,
      Cursors cursors,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.orders = orders;
    this.attempts = attempts;
    this.view = view;
    this.cursors = cursors;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "listCalls";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    Optional<Position> after = cursors.after(request);
    UUID orderId =
        IdKind.ORDER
            .parse(request.queryParameter("call_order_id").orElseThrow())
            .orElseThrow(() -> new ProblemException(Problem.notFound()));
    return database.asTenant(
        request.caller().tenantId(), connection -> page(connection, request, orderId, after));
  }

  private Future<Reply> page(
      SqlConnection connection, ApiRequest request, UUID orderId, Optional<Position> after) {
    UUID tenantId = request.caller().tenantId();
    Future<Optional<Tenant>> tenant = tenants.find(connection, tenantId);
    Future<Map<UUID, List<CallAttempt>>> calls = attempts.byOrders(connection, List.of(orderId));
    return orders
        .findSubjectReference(connection, tenantId, orderId)
        .map(reference -> reference.orElseThrow(() -> new ProblemException(Problem.notFound())))
        .compose(reference -> Future.join(tenant, calls))
        .map(
            done ->
                reply(
                    request,
                    rest(calls.result().getOrDefault(orderId, List.of()), after),
                    tenant.result().orElseThrow().now(realTime)));
  }

  /** The visible calls after a position; an order has at most ten. */
  private static List<CallAttempt> rest(List<CallAttempt> all, Optional<Position> after) {
    List<CallAttempt> visible = all.stream().filter(CallAttempt::isVisible).toList();
    int seen =
        after
            .map(position -> visible.stream().map(CallAttempt::id).toList().indexOf(position.id()))
            .orElse(-1);
    return visible.subList(seen + 1, visible.size());
  }

  private Reply reply(ApiRequest request, List<CallAttempt> rest, Instant now) {
    boolean more = rest.size() > request.limit();
    List<CallAttempt> shown = more ? rest.subList(0, request.limit()) : rest;
    Audience audience = Audience.of(request.caller().hasScope("transcripts:read"));
    List<ObjectNode> rows = shown.stream().map(call -> view.render(call, audience, now)).toList();
    return Page.ofNodes(
        rows,
        more,
        more
            ? cursors.create(
                request, new Position(shown.getLast().intendedAt(), shown.getLast().id()))
            : null);
  }
}
