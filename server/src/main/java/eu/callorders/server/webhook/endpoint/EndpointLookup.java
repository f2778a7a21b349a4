package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** Loads the endpoint in the path of a request. */
public final class EndpointLookup {
  private static final EndpointStore STORE = new EndpointStore();

  private EndpointLookup() {}

  /** Fails with {@code not_found} when there is none. */
  public static Future<Endpoint> find(SqlConnection connection, ApiRequest request) {
    return STORE
        .find(
            connection,
            request.caller().tenantId(),
            request.pathId(IdKind.WEBHOOK_ENDPOINT, "endpoint_id"))
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** As {@link #find}, and locks the row until the transaction ends. */
  public static Future<Endpoint> lock(SqlConnection connection, ApiRequest request) {
    return STORE
        .lock(
            connection,
            request.caller().tenantId(),
            request.pathId(IdKind.WEBHOOK_ENDPOINT, "endpoint_id"))
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** The problem of sending to a disabled endpoint. */
  public static ProblemException disabled() {
    return ProblemException.of(
        ProblemCode.ENDPOINT_DISABLED, "A disabled endpoint is sent nothing.");
  }
}
