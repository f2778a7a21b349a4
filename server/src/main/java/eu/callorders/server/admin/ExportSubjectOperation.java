package eu.callorders.server.admin;

import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import java.time.InstantSource;

/** {@code GET /admin/v1/tenants/{tenant_id}/subjects/{reference}}: exports a subject's data. */
final class ExportSubjectOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final SubjectRecords parts;
  private final AuditLog audit;
  private final InstantSource realTime;

  ExportSubjectOperation(
      Database database,
      TenantStore tenants,
      SubjectRecords parts,
      AuditLog audit,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.parts = parts;
    this.audit = audit;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "exportSubject";
  }

  /** Commits the audit entry before the export starts. */
  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database
        .asWorker(
            connection ->
                AdminSubject.of(connection, tenants, request)
                    .compose(
                        subject ->
                            audit
                                .append(
                                    connection,
                                    AuditEvent.of(
                                        AuditAction.SUBJECT_EXPORTED, subject.tenant().id()))
                                .map(subject)))
        .map(
            subject ->
                Reply.ofParts(
                    200, new SubjectExport(database, parts, subject, realTime.instant())));
  }
}
