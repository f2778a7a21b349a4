package eu.callorders.server.admin;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditEntry;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The audit log. */
final class AuditLogResource {
  private final Database database;
  private final AuditLog audit;
  private final Cursors cursors;

  AuditLogResource(Database database, AuditLog audit, Cursors cursors) {
    this.database = database;
    this.audit = audit;
    this.cursors = cursors;
  }

  List<Operation> operations() {
    return List.of(Operation.of("listAuditLog", this::listAuditLog));
  }

  /** {@code GET /admin/v1/audit-log}. */
  private Future<Reply> listAuditLog(ApiRequest request) {
    @Nullable Position after = cursors.after(request).orElse(null);
    return filter(request)
        .map(
            filter ->
                database.asWorker(
                    connection -> audit.list(connection, filter, after, request.limit() + 1)))
        .orElseGet(() -> Future.succeededFuture(ListRows.empty()))
        .map(found -> found.toPage(request, cursors, AuditEntry::toJson));
  }

  /** Empty when the tenant id is malformed, which matches nothing. */
  private static Optional<AuditLog.Filter> filter(ApiRequest request) {
    Optional<UUID> tenant = request.queryParameter("tenant_id").flatMap(IdKind.TENANT::parse);
    if (tenant.isEmpty() && request.queryParameter("tenant_id").isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new AuditLog.Filter(
            tenant.orElse(null),
            request.queryParameter("action").orElse(null),
            instant(request, "created_after"),
            instant(request, "created_before")));
  }

  private static @Nullable Instant instant(ApiRequest request, String name) {
    return request.queryParameter(name).map(Timestamps::parse).orElse(null);
  }
}
