package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.RequestHandler;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the leg of a message by its Call-ID, and answers what belongs to none. Confined to the
 * event loop.
 */
final class LegRegistry implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(LegRegistry.class);
  private static final long LOG_NANOS = 60_000_000_000L;

  private final Map<String, RequestHandler> legs = new HashMap<>();
  private @Nullable SipEndpoint endpoint;
  private long incomingCalls;
  private long loggedAt;

  void use(SipEndpoint created) {
    endpoint = created;
  }

  void add(String callId, RequestHandler leg) {
    legs.put(callId, leg);
  }

  void remove(String callId) {
    legs.remove(callId);
  }

  /** Legs whose messages are still expected. */
  int size() {
    return legs.size();
  }

  /** Calls to us, which nothing here answers. */
  long incomingCalls() {
    return incomingCalls;
  }

  @Override
  public void onRequest(SipRequest request) {
    RequestHandler leg = legs.get(request.callId());
    if (leg != null) {
      leg.onRequest(request);
    } else if (!request.method().equals("ACK")) {
      refuse(request);
    }
  }

  private void refuse(SipRequest request) {
    int status =
        request.toTag() != null
            ? 481
            : switch (request.method()) {
              case "INVITE" -> 480;
              case "OPTIONS" -> 200;
              case "CANCEL", "BYE" -> 481;
              default -> 405;
            };
    if (status == 480) {
      incomingCalls++;
      logIncomingCalls();
    }
    List<String> headers =
        status == 405 || status == 200
            ? List.of("Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE")
            : List.of();
    Objects.requireNonNull(endpoint).respond(request, status, Identifiers.tag(), headers, null);
  }

  /** Once a minute: each may be one of a flood. */
  private void logIncomingCalls() {
    long now = System.nanoTime();
    if (incomingCalls == 1 || now - loggedAt >= LOG_NANOS) {
      loggedAt = now;
      LOG.info("incoming call refused: this gateway takes none; {} so far", incomingCalls);
    }
  }

  @Override
  public void onLateResponse(SipResponse response) {
    RequestHandler leg = legs.get(response.callId());
    if (leg != null) {
      leg.onLateResponse(response);
    }
  }
}
