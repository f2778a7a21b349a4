package eu.callorders.gatewaykit.server;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.MessageSignature.Verdict;
import eu.callorders.core.signing.RequestBinding;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts requests with known path and method, bounded body and genuine signature. Responds only
 * when the changes of the request are durable.
 */
final class GatewayRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayRoutes.class);
  private static final int MAX_BODY = 4 * 1024 * 1024;
  private static final String CALLS = "/gateway/v1/calls";
  private static final String CALL = CALLS + "/(?<id>[a-z0-9_]{1,64})";
  private static final String ERAS = "/gateway/v1/eras";
  private static final Pattern DEPLOYMENT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final Router router;
  private final ProtocolContext protocol;
  private final Supplier<Future<Void>> whenDurable;
  private final ConnectionTimeouts timeouts;

  private interface Operation {
    Future<GatewayResponse> execute(RoutingContext context, byte[] body);
  }

  /**
   * @param durable completes once all changes made so far are on disk
   */
  GatewayRoutes(
      Router router,
      GatewayOperations operations,
      ProtocolContext protocol,
      Supplier<Future<Void>> durable,
      ConnectionTimeouts timeouts) {
    this.router = router;
    this.protocol = protocol;
    this.whenDurable = durable;
    this.timeouts = timeouts;
    path(
        CALLS,
        Map.of(HttpMethod.POST, (context, body) -> operations.place(body, disconnected(context))));
    path(
        CALL,
        Map.of(
            HttpMethod.GET, forAttempt(operations::query),
            HttpMethod.DELETE, forAttempt(operations::erase)));
    path(CALL + "/cancel", Map.of(HttpMethod.POST, forAttempt(operations::cancel)));
    path(ERAS, Map.of(HttpMethod.POST, (context, body) -> operations.raiseEra(body)));
    path(ERAS + "/(?<id>[^/]{1,64})", Map.of(HttpMethod.GET, forDeployment(operations::queryEra)));
    path(
        "/gateway/v1/events",
        Map.of(
            HttpMethod.GET,
            immediate(
                context ->
                    operations.events(
                        context.request().getParam("after"),
                        context.request().getParam("limit")))));
    path(
        "/gateway/v1/capabilities",
        Map.of(HttpMethod.GET, immediate(context -> operations.capabilities())));
    path("/gateway/v1/health", Map.of(HttpMethod.GET, immediate(context -> operations.health())));
    router.errorHandler(400, this::unknownPath);
    router.errorHandler(404, this::unknownPath);
    router.errorHandler(500, this::failed);
  }

  /** A router for the routes of a gateway's own, which come before the protocol's. */
  static Router router(Vertx vertx) {
    Router router = Router.router(vertx);
    router.route().handler(GatewayRoutes::requireExactPath);
    return router;
  }

  void handle(HttpServerRequest request) {
    timeouts.requestStarted(request.connection());
    router.handle(request);
  }

  void rejectMalformed(HttpServerRequest request) {
    reject(request, 400, "malformed", "This is no HTTP request.");
  }

  /** Regular expressions match a path without its equivalents, such as a trailing slash. */
  private void path(String path, Map<HttpMethod, Operation> operations) {
    operations.forEach(
        (method, operation) -> {
          router.routeWithRegex(method, path).handler(context -> receive(context, operation));
        });
    String allowed =
        operations.keySet().stream()
            .map(HttpMethod::name)
            .sorted()
            .collect(Collectors.joining(", "));
    GatewayResponse otherMethod =
        GatewayResponse.problem(405, "method_not_allowed", "The path has other methods.")
            .with("Allow", allowed);
    router.routeWithRegex(path).handler(context -> send(context.request(), otherMethod));
  }

  private static Future<Void> disconnected(RoutingContext context) {
    Promise<Void> closed = Promise.promise();
    context.response().closeHandler(nothing -> closed.tryComplete());
    return closed.future();
  }

  private static Operation immediate(Function<RoutingContext, GatewayResponse> operation) {
    return (context, body) -> Future.succeededFuture(operation.apply(context));
  }

  /** A malformed id is an unknown attempt. */
  private static Operation forAttempt(Function<UUID, GatewayResponse> operation) {
    return immediate(
        context ->
            IdKind.CALL
                .parse(context.pathParam("id"))
                .map(operation)
                .orElseGet(GatewayOperations::unknownAttempt));
  }

  /** A malformed id is an unknown deployment. */
  private static Operation forDeployment(Function<UUID, GatewayResponse> operation) {
    return immediate(
        context -> {
          String id = context.pathParam("id");
          return DEPLOYMENT.matcher(id).matches()
              ? operation.apply(UUID.fromString(id))
              : GatewayOperations.unknownDeployment();
        });
  }

  /** The router also matches equivalent spellings of a path; the protocol has one. */
  private static void requireExactPath(RoutingContext context) {
    if (context.normalizedPath().equals(context.request().path())) {
      context.next();
    } else {
      context.fail(404);
    }
  }

  /** Reads the body as bytes: the router's own handler would parse forms. */
  private void receive(RoutingContext context, Operation operation) {
    HttpServerRequest request = context.request();
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() <= MAX_BODY) {
            body.appendBuffer(chunk);
          } else if (!request.response().ended()) {
            reject(request, 413, "too_large", "The body is larger than 4 MiB.");
          }
        });
    request.endHandler(
        nothing -> {
          if (request.response().ended()) {
            request.connection().close();
          } else {
            execute(context, operation, body.getBytes());
          }
        });
    request.exceptionHandler(failure -> LOG.debug("request was cut off", failure));
  }

  private void execute(RoutingContext context, Operation operation, byte[] body) {
    HttpServerRequest request = context.request();
    if (!isGenuine(request, body)) {
      send(
          request,
          GatewayResponse.problem(
              401, "invalid_signature", "The request has no genuine signature."));
      return;
    }
    Future<GatewayResponse> response;
    try {
      response = operation.execute(context, body);
    } catch (RuntimeException fault) {
      context.fail(fault);
      return;
    }
    response.onSuccess(ready -> sendWhenDurable(request, ready)).onFailure(context::fail);
  }

  private void sendWhenDurable(HttpServerRequest request, GatewayResponse response) {
    whenDurable
        .get()
        .onSuccess(nothing -> send(request, response))
        .onFailure(broken -> request.connection().close());
  }

  private boolean isGenuine(HttpServerRequest request, byte[] body) {
    String id = singleHeader(request, MessageSignature.ID_HEADER);
    Verdict verdict =
        protocol
            .signature()
            .verify(
                id,
                singleHeader(request, MessageSignature.TIMESTAMP_HEADER),
                singleHeader(request, MessageSignature.SIGNATURE_HEADER),
                body,
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

  private void unknownPath(RoutingContext context) {
    send(
        context.request(),
        GatewayResponse.problem(404, "unknown_path", "The protocol has no such path."));
  }

  private void failed(RoutingContext context) {
    HttpServerRequest request = context.request();
    LOG.error("request {} {} failed", request.method(), request.path(), context.failure());
    send(request, GatewayResponse.internalError());
  }

  /** Responds before the end of the request and ignores the rest of it. */
  private static void reject(HttpServerRequest request, int status, String code, String detail) {
    respond(request, GatewayResponse.problem(status, code, detail).with("Connection", "close"));
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
