package eu.callorders.server.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/**
 * An operation whose requests are stored in group commits.
 *
 * @param reportsFaultsInHandle whether the handler of the batch reports the faults of bodies
 */
public record GroupCommitOperation(
    String operationId,
    GroupCommit<?> writes,
    Function<JsonNode, List<FieldError>> bodyFaults,
    boolean reportsFaultsInHandle)
    implements Operation {

  @Override
  public Future<Void> admit(Caller caller) {
    return writes.admit(caller.tenantId());
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return bodyFaults.apply(body);
  }

  @Override
  public int permits() {
    return 1;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return writes.submit(request);
  }
}
