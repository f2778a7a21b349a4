package eu.callorders.server.enrollment;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** {@code GET /v1/enrollments/{enrollment_id}}: one enrollment with its current step. */
public final class GetEnrollmentOperation implements Operation {
  private final Database database;
  private final EnrollmentStore store;

  public GetEnrollmentOperation(Database database, EnrollmentStore store) {
    this.database = database;
    this.store = store;
  }

  @Override
  public String operationId() {
    return "getEnrollment";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    UUID id = EnrollmentEditor.enrollmentId(request);
    return database
        .asTenant(tenantId, connection -> store.load(connection, List.of(id)))
        .map(
            found ->
                found.stream()
                    .filter(enrollment -> enrollment.tenantId().equals(tenantId))
                    .findFirst()
                    .orElseThrow(() -> new ProblemException(Problem.notFound())))
        .map(found -> Reply.of(200, EnrollmentView.of(found)));
  }
}
