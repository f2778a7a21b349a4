package eu.callorders.gatewaykit.conformance;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.MalformedDocumentException;
import eu.callorders.gatewaykit.SignatureHeaders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** Receives the events of the tested gateway; refuses those with an invalid signature. */
public final class CallbackServer {
  private static final String EVENTS = "/gateway/v1/events";
  private static final int STORED = 204;
  private static final int MALFORMED = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;

  private final MessageSignature signature;
  private final EventCollector events;
  private final InstantSource realTime;

  private CallbackServer(
      MessageSignature signature, EventCollector events, InstantSource realTime) {
    this.signature = signature;
    this.events = events;
    this.realTime = realTime;
  }

  /** Opens the server; port 0 selects a free one. */
  public static Future<HttpServer> open(
      Vertx vertx,
      String host,
      int port,
      MessageSignature signature,
      EventCollector events,
      InstantSource realTime) {
    CallbackServer server = new CallbackServer(signature, events, realTime);
    return vertx.createHttpServer().requestHandler(server::serve).listen(port, host);
  }

  private void serve(HttpServerRequest request) {
    if (!request.path().endsWith(EVENTS) || !request.method().equals(HttpMethod.POST)) {
      request.response().setStatusCode(NOT_FOUND).end();
      return;
    }
    request
        .body()
        .onSuccess(
            body -> request.response().setStatusCode(receive(request, body.getBytes())).end());
  }

  private int receive(HttpServerRequest request, byte[] body) {
    if (!SignatureHeaders.areGenuine(request, signature, realTime.instant(), body)) {
      return UNAUTHORIZED;
    }
    try {
      List<GatewayEvent> batch = GatewayEventDocument.readAll(GatewayJson.parse(body));
      return events.store(batch) ? STORED : UNAVAILABLE;
    } catch (MalformedDocumentException | IOException unreadable) {
      return MALFORMED;
    }
  }
}
