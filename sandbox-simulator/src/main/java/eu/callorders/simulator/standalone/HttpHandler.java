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
 * Lets requests in: known path and method, body within its bounds, genuine signature. Nothing is
 * answered before what the answer says is durable.
 */
final class HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);
  private static final int LARGEST_BODY = 4 * 1024 * 1024;

  private final Routes routes;
  private final ProtocolContext door;
  private final Supplier<Future<Void>> durable;
  private final ConnectionTimeouts deadlines;

  /**
   * A door to those routes.
   *
   * @param durable completes once all that has happened is on disk
   */
  HttpHandler(
      Routes routes,
      ProtocolContext door,
      Supplier<Future<Void>> durable,
      ConnectionTimeouts deadlines) {
    this.routes = routes;
    this.door = door;
    this.durable = durable;
    this.deadlines = deadlines;
  }

  void serve(HttpServerRequest request) {
    deadlines.requestBegins(request.connection());
    Routes.Match found = routes.find(request.method().name(), String.valueOf(request.path()));
    switch (found) {
      case Routes.Match.Missing(GatewayResponse answer) -> send(request, answer);
      case Routes.Match.Served served -> receive(request, served);
    }
  }

  /** Bytes that are no request at all. */
  void refuseUnreadable(HttpServerRequest request) {
    refuse(request, GatewayResponse.problem(400, "malformed", "This is no HTTP request."));
  }

  private void receive(HttpServerRequest request, Routes.Match.Served served) {
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() <= LARGEST_BODY) {
            body.appendBuffer(chunk);
          } else if (!request.response().ended()) {
            refuse(
                request,
                GatewayResponse.problem(413, "too_large", "The body is larger than 4 MiB."));
          }
        });
    request.endHandler(
        nothing -> {
          if (request.response().ended()) {
            request.connection().close();
          } else {
            perform(request, served, body);
          }
        });
    request.exceptionHandler(cut -> LOG.debug("a request was cut off", cut));
  }

  private void perform(HttpServerRequest request, Routes.Match.Served served, Buffer body) {
    if (!genuine(request, body)) {
      send(
          request,
          GatewayResponse.problem(
              401, "invalid_signature", "The request has no genuine signature."));
      return;
    }
    GatewayResponse answer = answer(request, served, body);
    durable
        .get()
        .onSuccess(nothing -> send(request, answer))
        .onFailure(broken -> request.connection().close());
  }

  private static GatewayResponse answer(
      HttpServerRequest request, Routes.Match.Served served, Buffer body) {
    try {
      return served
          .operation()
          .answer(
              new VerifiedRequest(
                  served.id(), request.getParam("after"), request.getParam("limit"), body));
    } catch (RuntimeException fault) {
      LOG.error("{} {} failed", request.method(), request.path(), fault);
      return GatewayResponse.internalError();
    }
  }

  private boolean genuine(HttpServerRequest request, Buffer body) {
    String id = only(request, MessageSignature.ID_HEADER);
    Verdict verdict =
        door.signature()
            .verify(
                id,
                only(request, MessageSignature.TIMESTAMP_HEADER),
                only(request, MessageSignature.SIGNATURE_HEADER),
                body.getBytes(),
                door.clock().instant());
    return verdict == Verdict.GENUINE
        && id != null
        && RequestBinding.binds(id, request.method().name(), request.uri());
  }

  /** A header that was sent exactly once. */
  private static @Nullable String only(HttpServerRequest request, String header) {
    var values = request.headers().getAll(header);
    return values.size() == 1 ? values.getFirst() : null;
  }

  /** Answers before the request is over; the rest of it is not looked at. */
  private void refuse(HttpServerRequest request, GatewayResponse answer) {
    respond(request, answer.with("Connection", "close"));
  }

  private void send(HttpServerRequest request, GatewayResponse answer) {
    deadlines.requestEnds(request.connection());
    respond(request, answer);
  }

  private static void respond(HttpServerRequest request, GatewayResponse answer) {
    if (answer.lost()) {
      request.connection().close();
      return;
    }
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(answer.status());
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    answer.headers().forEach(response::putHeader);
    if (answer.mediaType().isEmpty()) {
      response.end();
    } else {
      response.putHeader(HttpHeaders.CONTENT_TYPE, answer.mediaType());
      response.end(answer.body());
    }
  }
}
