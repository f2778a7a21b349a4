package eu.callorders.server.telephony;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.EventPageDocument;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayProblem;
import eu.callorders.gatewaykit.ResponseDocuments;
import eu.callorders.server.telephony.SignedHttpClient.Response;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Interprets a gateway's responses about calls and events. */
final class GatewayResponseReader {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayResponseReader.class);

  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private GatewayResponseReader() {}

  /**
   * Of the responses to a placed call only these prove that nothing was dialed:
   *
   * <ul>
   *   <li>the refusals of the protocol;
   *   <li>401: the gateway does not process requests with an invalid signature.
   * </ul>
   *
   * <p>Any other response, also 400, leaves the outcome of the call unknown.
   */
  static PlaceResult place(Response response) {
    if (response.status() == UNAUTHORIZED) {
      LOG.error("gateway rejects our signature: check the shared secret and the clocks");
      return new PlaceResult.Refused(PlaceResult.RefusalReason.GATEWAY_UNAVAILABLE, null);
    }
    return ResponseDocuments.placing(response.status(), response.body(), response.retryAfter());
  }

  static CancelResult cancel(Response response) {
    if (response.status() == OK) {
      return ResponseDocuments.cancellation(response.body());
    }
    return isUnknownAttempt(response) || isForgotten(response)
        ? CancelResult.NOT_FOUND
        : CancelResult.UNKNOWN;
  }

  static QueryResult query(UUID attemptId, Response response) {
    if (response.status() == OK) {
      return GatewayEventDocument.readSnapshot(attemptId, response.body());
    }
    if (isUnknownAttempt(response)) {
      return new QueryResult.NotFound(GatewayProblem.retainedSince(response.body()));
    }
    return isForgotten(response)
        ? new QueryResult.Forgotten()
        : new QueryResult.Unavailable(ResponseDocuments.describe(response.status()));
  }

  static EventsResult events(Response response) {
    return switch (response.status()) {
      case OK -> EventPageDocument.read(response.body());
      case GONE ->
          isProblem(response, GatewayProblem.EXPIRED_CURSOR)
              ? new EventsResult.CursorExpired()
              : new EventsResult.CursorUnknown();
      default -> new EventsResult.Unavailable(ResponseDocuments.describe(response.status()));
    };
  }

  /** Whether the gateway has nothing of the call after a request to erase it. */
  static boolean isErased(Response response) {
    return response.status() == NO_CONTENT || isUnknownAttempt(response) || isForgotten(response);
  }

  private static boolean isForgotten(Response response) {
    return response.status() == GONE && isProblem(response, GatewayProblem.FORGOTTEN);
  }

  private static boolean isUnknownAttempt(Response response) {
    return response.status() == NOT_FOUND && isProblem(response, GatewayProblem.UNKNOWN_ATTEMPT);
  }

  private static boolean isProblem(Response response, String code) {
    return code.equals(GatewayProblem.code(response.body()));
  }
}
