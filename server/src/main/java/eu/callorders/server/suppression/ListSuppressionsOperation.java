package eu.callorders.server.suppression;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code GET /v1/suppressions}: the tenant's do-not-call entries, newest first. */
public final class ListSuppressionsOperation implements Operation {
  private final Database database;
  private final Cursors cursors;

  public ListSuppressionsOperation(Database database, Cursors cursors) {
    this.database = database;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listSuppressions";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    SuppressionQuery.Filter filter =
        new SuppressionQuery.Filter(
            request.queryParameter("phone").orElse(null),
            request.queryParameter("subject_reference").orElse(null),
            request.queryParameter("source").orElse(null));
    return database
        .asTenant(
            tenantId,
            connection ->
                SuppressionQuery.find(connection, tenantId, filter, after, request.limit() + 1))
        .map(
            found ->
                found.toPage(
                    request, cursors, SuppressionView::of, ListSuppressionsOperation::position));
  }

  private static Position position(Suppression entry) {
    return new Position(entry.createdAt(), entry.id());
  }
}
