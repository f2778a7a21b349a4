package eu.callorders.server.call;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Optional;
import java.util.UUID;

/** Finds the call of a request path. */
final class CallLookup {
  private final AttemptStore attempts;

  CallLookup(AttemptStore attempts) {
    this.attempts = attempts;
  }

  /** Fails with {@code not_found} unless the tenant can see the call. */
  Future<CallAttempt> find(SqlConnection connection, ApiRequest request) {
    Optional<UUID> id = IdKind.CALL.parse(request.pathParameter("call_id"));
    if (id.isEmpty()) {
      return Future.failedFuture(new ProblemException(Problem.notFound()));
    }
    return attempts
        .find(connection, request.caller().tenantId(), id.get())
        .map(
            found ->
                found
                    .filter(CallAttempt::isVisible)
                    .orElseThrow(() -> new ProblemException(Problem.notFound())));
  }
}
