package eu.callorders.server.promise;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** The operations on promises. */
public final class PromiseResource {
  private final Database database;
  private final Cursors cursors;

  public PromiseResource(Database database, Cursors cursors) {
    this.database = database;
    this.cursors = cursors;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("listPromises", this::list), Operation.of("getPromise", this::get));
  }

  /** {@code GET /v1/promises}: the tenant's promises, newest first. */
  Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    PromiseQuery.Filter filter = PromiseQuery.Filter.of(request);
    return database
        .asTenant(
            tenantId,
            connection ->
                PromiseQuery.find(connection, tenantId, filter, after, request.limit() + 1))
        .map(found -> found.toPage(request, cursors, PromiseView::of));
  }

  /** {@code GET /v1/promises/{promise_id}}: one promise. */
  Future<Reply> get(ApiRequest request) {
    return IdKind.PROMISE
        .parse(request.pathParameter("promise_id"))
        .map(id -> find(request.caller().tenantId(), id))
        .orElseGet(() -> Future.succeededFuture(Reply.problem(Problem.notFound())));
  }

  private Future<Reply> find(UUID tenantId, UUID id) {
    return database
        .asTenant(tenantId, connection -> PromiseStore.find(connection, tenantId, id))
        .map(Reply.ifFound(promise -> Reply.of(200, PromiseView.of(promise))));
  }
}
