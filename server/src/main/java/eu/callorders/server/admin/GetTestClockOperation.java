package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code GET /admin/v1/tenants/{tenant_id}/test-clock}, in the sandbox only. */
final class GetTestClockOperation implements Operation {
  private final Database database;
  private final TestClock testClock;
  private final boolean sandbox;

  GetTestClockOperation(Database database, TestClock testClock, boolean sandbox) {
    this.database = database;
    this.testClock = testClock;
    this.sandbox = sandbox;
  }

  @Override
  public String operationId() {
    return "getTestClock";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    if (!sandbox) {
      return Future.succeededFuture(Reply.problem(Problem.notFound()));
    }
    UUID tenantId = AdminPaths.tenant(request);
    return database
        .asWorker(connection -> testClock.read(connection, tenantId))
        .map(
            found ->
                found
                    .map(GetTestClockOperation::reply)
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }

  static Reply reply(TestClock.ClockState reading) {
    return Reply.of(
        200,
        Json.object().put("now", Timestamps.format(reading.now())).put("status", reading.status()));
  }
}
