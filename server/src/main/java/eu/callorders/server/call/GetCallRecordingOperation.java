package eu.callorders.server.call;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;

/** {@code GET /v1/calls/{call_id}/recording}: always unavailable, calls are not recorded. */
public final class GetCallRecordingOperation implements Operation {
  @Override
  public String operationId() {
    return "getCallRecording";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return Future.succeededFuture(
        Reply.problem(Problem.of(ProblemCode.RECORDING_UNAVAILABLE, "Calls are not recorded.")));
  }
}
