package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Registration;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code GET /admin/v1/tenants/{tenant_id}/registrations}. */
final class ListRegistrationsOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final RegistrationEditor registrations;
  private final Cursors cursors;
  private final InstantSource clock;

  ListRegistrationsOperation(
      Database database,
      TenantStore tenants,
      RegistrationEditor registrations,
      Cursors cursors,
      InstantSource clock) {
    this.database = database;
    this.tenants = tenants;
    this.registrations = registrations;
    this.cursors = cursors;
    this.clock = clock;
  }

  @Override
  public String operationId() {
    return "listRegistrations";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database
        .asWorker(connection -> list(connection, tenantId, before, request.limit() + 1))
        .map(found -> page(request, found));
  }

  private Future<List<Registration>> list(
      SqlConnection connection, UUID tenantId, @Nullable UUID before, int limit) {
    return tenants
        .find(connection, tenantId)
        .compose(
            found ->
                found.isPresent()
                    ? registrations.list(connection, tenantId, before, limit)
                    : Future.failedFuture(new ProblemException(Problem.notFound())));
  }

  private Reply page(ApiRequest request, List<Registration> found) {
    boolean hasMore = found.size() > request.limit();
    List<Registration> shown = hasMore ? found.subList(0, request.limit()) : found;
    String next =
        hasMore
            ? cursors.create(request, new Cursors.Position(Instant.EPOCH, shown.getLast().id()))
            : null;
    Instant now = clock.instant();
    return Page.ofNodes(
        shown.stream().map(each -> RegistrationDocument.of(each, now)).toList(), hasMore, next);
  }
}
