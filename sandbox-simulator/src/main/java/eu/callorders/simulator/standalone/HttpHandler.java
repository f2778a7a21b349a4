package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.MessageSignature.Verdict;
import eu.callorders.core.signing.RequestBinding;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts requests with known path and method, bounded body and genuine signature. Responds only
 * when the changes of the request are durable.
 */
final class HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);
  private static final int MAX_BODY = 4 * 1024 * 1024;

  private final Routes routes;
  private final ProtocolContext protocol;
  private final Supplier<Future<Void>> whenDurable;
  private final ConnectionTimeouts timeouts;

  /**
   * @param durable completes once all changes made so far are on disk
   */
  HttpHandler(
      Routes routes,
      ProtocolContext protocol,
      Supplier<Future<Void>> durable,
      ConnectionTimeouts timeouts) {
    this.routes = routes;
    this.protocol = protocol;
    this.whenDurable = durable;
    this.timeouts = timeouts;
  }

  void handle(HttpServerRequest request) {
    timeouts.requestStarted(request.connection());
    Routes.Match match = routes.find(request.method().name(), String.valueOf(request.path()));
    switch (match) {
      case Routes.Match.Missing(GatewayResponse response) -> send(request, response);
      case Routes.Match.Served served -> receive(request, served);
    }
  }

  void rejectMalformed(HttpServerRequest request) {
    reject(request, GatewayResponse.problem(400, "malformed", "This is no HTTP request."));
  }

  private void receive(HttpServerRequest request, Routes.Match.Served served) {
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() <= MAX_BODY) {
            body.appendBuffer(chunk);
          } else if (!request.response().ended()) {
            reject(
                request,
                GatewayResponse.problem(413, "too_large", "The body is larger than 4 MiB."));
          }
        });
    request.endHandler(
        nothing -> {
          if (request.response().ended()) {
            request.connection().close();
          } else {
            execute(request, served, body);
          }
        });
    request.exceptionHandler(failure -> LOG.debug("request was cut off", failure));
  }

  private void execute(HttpServerRequest request, Routes.Match.Served served, Buffer body) {
    if (!isGenuine(request, body)) {
      send(
          request,
          GatewayResponse.problem(
              401, "invalid_signature", "The request has no genuine signature."));
      return;
    }
    GatewayResponse response = runOperation(request, served, body);
    whenDurable
        .get()
        .onSuccess(nothing -> send(request, response))
        .onFailure(broken -> request.connection().close());
  }

  private static GatewayResponse runOperation(
      HttpServerRequest request, Routes.Match.Served served, Buffer body) {
    try {
      return served
          .operation()
          .execute(
              new VerifiedRequest(
                  served.id(), request.getParam("after"), request.getParam("limit"), body));
    } catch (RuntimeException fault) {
      LOG.error("request {} {} failed", request.method(), request.path(), fault);
      return GatewayResponse.internalError();
    }
  }

  private boolean isGenuine(HttpServerRequest request, Buffer body) {
    String id = singleHeader(request, MessageSignature.ID_HEADER);
    Verdict verdict =
        protocol
            .signature()
            .verify(
                id,
                singleHeader(request, MessageSignature.TIMESTAMP_HEADER),
                singleHeader(request, MessageSignature.SIGNATURE_HEADER),
                body.getBytes(),
                protocol.clock().instant());
    return verdict == Verdict.GENUINE
        && id != null
        && RequestBinding.binds(id, request.method().name(), request.uri());
  }

  /** The value of a header that was sent exactly once. */
  private static @Nullable String singleHeader(HttpServerRequest request, String header) {
    var values = request.headers().getAll(header);
    return values.size() == 1 ? values.getFirst() : null;
  }

  /** Responds before the end of the request and ignores the rest of it. */
  private void reject(HttpServerRequest request, GatewayResponse response) {
    respond(request, response.with("Connection", "close"));
  }

  private void send(HttpServerRequest request, GatewayResponse response) {
    timeouts.requestEnded(request.connection());
    respond(request, response);
  }

  private static void respond(HttpServerRequest request, GatewayResponse gatewayResponse) {
    if (gatewayResponse.lost()) {
      request.connection().close();
      return;
    }
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(gatewayResponse.status());
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    gatewayResponse.headers().forEach(response::putHeader);
    if (gatewayResponse.mediaType().isEmpty()) {
      response.end();
    } else {
      response.putHeader(HttpHeaders.CONTENT_TYPE, gatewayResponse.mediaType());
      response.end(gatewayResponse.body());
    }
  }
}
