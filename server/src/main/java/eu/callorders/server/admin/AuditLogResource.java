package eu.callorders.server.admin;

import eu.callorders.server.audit.AuditEntry;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import io.vertx.core.Future;
import java.util.List;
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
    return AuditLog.Filter.of(request)
        .map(
            filter ->
                database.asWorker(
                    connection -> audit.list(connection, filter, after, request.limit() + 1)))
        .orElseGet(() -> Future.succeededFuture(ListRows.empty()))
        .map(found -> found.toPage(request, cursors, AuditEntry::toJson));
  }
}
