package eu.callorders.server.admin;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code GET /admin/v1/tenants}. */
final class ListTenantsOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final TenantDocument document;
  private final Cursors cursors;

  ListTenantsOperation(
      Database database, TenantStore tenants, TenantDocument document, Cursors cursors) {
    this.database = database;
    this.tenants = tenants;
    this.document = document;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listTenants";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database
        .asWorker(connection -> tenants.list(connection, before, request.limit() + 1))
        .map(found -> page(request, found));
  }

  private Reply page(ApiRequest request, List<Tenant> found) {
    boolean hasMore = found.size() > request.limit();
    List<Tenant> shown = hasMore ? found.subList(0, request.limit()) : found;
    String next =
        hasMore
            ? cursors.create(request, new Cursors.Position(Instant.EPOCH, shown.getLast().id()))
            : null;
    return Page.ofNodes(shown.stream().map(document::render).toList(), hasMore, next);
  }
}
