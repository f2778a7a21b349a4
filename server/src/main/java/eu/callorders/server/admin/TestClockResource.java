package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.testclock.TestClockEditor;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.UUID;

/** The clock of a sandbox tenant; in a live environment it is not found. */
final class TestClockResource {
  private final Database database;
  private final AuditLog audit;
  private final boolean sandbox;
  private final Runnable advancing;

  /**
   * @param advancing runs after the target is stored
   */
  TestClockResource(Database database, AuditLog audit, boolean sandbox, Runnable advancing) {
    this.database = database;
    this.audit = audit;
    this.sandbox = sandbox;
    this.advancing = advancing;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("getTestClock", this::getTestClock),
        Operation.of("advanceTestClock", this::advanceTestClock));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/test-clock}. */
  private Future<Reply> getTestClock(ApiRequest request) {
    if (!sandbox) {
      return Future.succeededFuture(Reply.problem(Problem.notFound()));
    }
    UUID tenantId = AdminPaths.tenant(request);
    return database
        .asWorker(connection -> TestClockEditor.read(connection, tenantId))
        .map(read -> Reply.of(200, TestClockEditor.view(read)));
  }

  /**
   * {@code POST /admin/v1/tenants/{tenant_id}/test-clock/advance}: advances the clock by a duration
   * or to an instant.
   */
  private Future<Reply> advanceTestClock(ApiRequest request) {
    if (!sandbox) {
      return Future.succeededFuture(Reply.problem(Problem.notFound()));
    }
    UUID tenantId = AdminPaths.tenant(request);
    return database
        .asWorker(connection -> advance(connection, request, tenantId))
        .onSuccess(reply -> advancing.run());
  }

  private Future<Reply> advance(SqlConnection connection, ApiRequest request, UUID tenantId) {
    AuditEvent event =
        AuditEvent.of(request.caller().actor(), AuditAction.TEST_CLOCK_ADVANCED, tenantId);
    return TestClockEditor.advance(connection, tenantId, request.requiredBody())
        .compose(
            read -> audit.append(connection, event).map(Reply.of(200, TestClockEditor.view(read))));
  }
}
