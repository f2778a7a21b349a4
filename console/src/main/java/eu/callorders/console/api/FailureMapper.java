package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.HttpTransport;
import eu.callorders.client.api.UnreachableException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Maps what the client throws to failures. */
final class FailureMapper {
  private static final int OK = 200;

  private final Duration timeout;

  /**
   * @param timeout of a response
   */
  FailureMapper(Duration timeout) {
    this.timeout = timeout;
  }

  /** There is no response of the service at that address. */
  Failure map(UnreachableException lost, URI base) {
    String address = address(base);
    return switch (lost.reason()) {
      case NOT_CONNECTED, CONNECT_TIMEOUT -> new Failure.Unreachable(address);
      case INCOMPLETE -> new Failure.CutOff(address);
      case INSECURE -> new Failure.NotSecure(address);
      case TOO_LARGE -> new Failure.TooLong(address, HttpTransport.MAX_BYTES >> 20);
      case TIMEOUT -> new Failure.TimedOut(address, timeout);
      case UNREADABLE -> new Failure.NotThisService(address, OK);
      case INTERRUPTED -> new Failure.Stopped();
    };
  }

  /** Scheme, host and port. */
  static String address(URI uri) {
    return uri.getScheme() + "://" + uri.getAuthority();
  }

  /** A response that is no problem is not from the service at that address. */
  Failure map(eu.callorders.client.api.ApiException refused, URI base) {
    JsonNode body = body(refused);
    if (body.path("code").isTextual()) {
      return new Failure.Refused(Problem.of(refused.status(), body));
    }
    return Transport.isUnavailable(refused.status())
        ? new Failure.Unreachable(base.toString())
        : new Failure.NotThisService(base.toString(), refused.status());
  }

  /** The object of the body; an empty one for another body. */
  static JsonNode body(eu.callorders.client.api.ApiException refused) {
    return Json.parse(new String(refused.body(), StandardCharsets.UTF_8))
        .filter(JsonNode::isObject)
        .orElseGet(Json::object);
  }
}
