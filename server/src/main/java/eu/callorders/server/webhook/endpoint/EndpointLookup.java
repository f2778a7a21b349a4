package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/** Loads the endpoint in the path of a request. */
public final class EndpointLookup {

  private EndpointLookup() {}

  /** Fails with {@code not_found} when there is none. */
  public static Future<Endpoint> find(SqlConnection connection, ApiRequest request) {
    return EndpointStore.find(
            connection,
            request.caller().tenantId(),
            request.pathId(IdKind.WEBHOOK_ENDPOINT, "endpoint_id"))
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** As {@link #find}, and locks the row until the transaction ends. */
  public static Future<Endpoint> lock(SqlConnection connection, ApiRequest request) {
    return lock(
        connection,
        request.caller().tenantId(),
        request.pathId(IdKind.WEBHOOK_ENDPOINT, "endpoint_id"));
  }

  /** As {@link #lock(SqlConnection, ApiRequest)}, for an endpoint that no path names. */
  public static Future<Endpoint> lock(SqlConnection connection, UUID tenantId, UUID id) {
    return EndpointStore.lock(connection, tenantId, id)
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** Fails when the endpoint is sent nothing: it is not verified, or disabled. */
  public static void requireActive(Endpoint endpoint) {
    switch (endpoint.status()) {
      case ACTIVE -> {}
      case PENDING_VERIFICATION ->
          throw ProblemException.of(
              ProblemCode.ENDPOINT_NOT_VERIFIED,
              "An endpoint is sent nothing before it has answered its challenge.");
      case DISABLED -> throw disabled();
    }
  }

  /** The problem of sending to a disabled endpoint. */
  public static ProblemException disabled() {
    return ProblemException.of(
        ProblemCode.ENDPOINT_DISABLED, "A disabled endpoint is sent nothing.");
  }
}
