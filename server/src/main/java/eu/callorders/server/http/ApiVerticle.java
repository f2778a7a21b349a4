package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.tracing.Traces;
import io.netty.handler.codec.http.TooLongHttpContentException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The API's listener on one event loop. */
public final class ApiVerticle extends VerticleBase {
  private static final int MAX_REQUEST_LINE_BYTES = 8 * 1024;
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /** Without it, an event loop reads up to 1 MiB from each connection before it serves the next. */
  private static final int RECEIVE_BUFFER_BYTES = 32 * 1024;

  private static final long TICK_MILLIS = 1000;
  private static final long DRAIN_SECONDS = 8;

  private final ApiSettings settings;
  private final OperationBinder operations;
  private final AnonymousRateLimiter anonymousLimiter;
  private final List<RouteModule> modules;
  private final Traces traces;
  private final InstantSource clock;
  private final SourceAddress sources;
  private final ConnectionLimiter connections;
  private final RequestIds ids = new RequestIds(new SplittableRandom());
  private @Nullable HttpServer server;
  private @Nullable Router router;

  /**
   * All instances share the operations and the limiter.
   *
   * @param limiter counts by source address
   * @param modules routes outside the contract and the documentation
   */
  public ApiVerticle(
      ApiSettings settings,
      OperationBinder operations,
      RateLimiter limiter,
      List<RouteModule> modules,
      Traces traces,
      InstantSource clock) {
    this.settings = settings;
    this.operations = operations;
    this.anonymousLimiter = new AnonymousRateLimiter(limiter, settings.addressLimit());
    this.modules = new ArrayList<>(modules);
    this.modules.add(new DocumentationPages(operations.contract(), settings));
    this.traces = traces;
    this.clock = clock;
    this.sources = new SourceAddress(settings.trustedProxies());
    this.connections = new ConnectionLimiter(settings.limits(), settings.connections());
  }

  @Override
  public Future<?> start() {
    JsonObject outline = new JsonObject(operations.contract().outline().toString());
    return OpenAPIContract.from(vertx, outline)
        .compose(
            contract -> {
              RouterBuilder builder = RouterBuilder.create(vertx, contract);
              router = new ApiRouter(operations, modules).build(builder, this::enter);
              return listen();
            });
  }

  private Future<HttpServer> listen() {
    HttpServerOptions options = options(settings);
    HttpServer listening =
        vertx
            .createHttpServer(options)
            .connectionHandler(connection -> onConnection(connection, options))
            .requestHandler(this::serve)
            .invalidRequestHandler(this::rejectUnreadable);
    server = listening;
    vertx.setPeriodic(TICK_MILLIS, ignored -> connections.tick());
    return listening.listen();
  }

  private static HttpServerOptions options(ApiSettings settings) {
    return new HttpServerOptions()
        .setHost(settings.host())
        // Instances that listen on the same negative port share one free port.
        .setPort(settings.port() == 0 ? -1 : settings.port())
        .setHttp2ClearTextEnabled(false)
        .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setDecompressionSupported(false)
        .setHandle100ContinueAutomatically(false)
        .setReceiveBufferSize(RECEIVE_BUFFER_BYTES)
        .setAcceptBacklog(1024)
        .setTcpNoDelay(true);
  }

  /** The port in use; call after the start. */
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.actualPort();
  }

  @Override
  public Future<?> stop() {
    return server == null
        ? Future.succeededFuture()
        : server.shutdown(DRAIN_SECONDS, TimeUnit.SECONDS);
  }

  private void onConnection(HttpConnection connection, HttpServerOptions options) {
    StrictRequestDecoder.install(connection, options, cause -> rejectBrokenBody(connection, cause));
    connections.register(connection);
  }

  private void rejectBrokenBody(HttpConnection connection, Throwable cause) {
    RequestContext exchange = connections.current(connection);
    if (exchange != null) {
      Problem problem =
          cause instanceof TooLongHttpContentException
              ? Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, "The body is too large.")
              : Problem.of(ProblemCode.MALFORMED_REQUEST, "The body's transfer coding is broken.");
      exchange.send(Reply.problem(problem).with("Connection", "close"));
    }
    connection.close();
  }

  private RequestContext begin(HttpServerRequest request) {
    String peer = request.connection().remoteAddress().hostAddress();
    String source =
        sources.resolve(peer == null ? "" : peer, request.headers().getAll("X-Forwarded-For"));
    RequestContext exchange =
        new RequestContext(
            request, ids.of(request.headers()), source, clock.instant(), anonymousLimiter);
    connections.requestStarted(request.connection(), exchange);
    request.response().endHandler(ignored -> end(exchange));
    return exchange;
  }

  private void end(RequestContext exchange) {
    exchange.close();
    connections.requestEnded(exchange.request().connection(), exchange);
    Instant endedAt = clock.instant();
    AccessLog.write(exchange, endedAt);
    RequestTrace.record(traces, exchange, endedAt);
  }

  private void serve(HttpServerRequest request) {
    RequestContext exchange = begin(request);
    Problem fault = RequestHeadCheck.fault(request);
    if (fault != null) {
      exchange.refuseAndClose(fault);
      return;
    }
    if (request.headers().getAll("Content-Type").size() > 1) {
      exchange.refuseAnonymous(
          Reply.problem(
              Problem.of(
                  ProblemCode.MALFORMED_REQUEST,
                  "The request may have one Content-Type header field.")));
      return;
    }
    try {
      exchange.target(RequestTarget.of(request.path(), request.query()));
    } catch (ProblemException refusal) {
      exchange.refuseAnonymous(Reply.problem(refusal.problem()));
      return;
    }
    if (router != null) {
      router.handle(request);
    }
  }

  /** A connection serves one request at a time, so its current context belongs to this request. */
  private void enter(RoutingContext context) {
    RequestContext exchange = connections.current(context.request().connection());
    if (exchange == null) {
      throw new IllegalStateException("a request that was not opened");
    }
    exchange.enter(context);
    // The routing context replaces the response's end handler, so this one must be added again.
    RequestContext current = exchange;
    context.addEndHandler(ignored -> end(current));
    context.next();
  }

  private void rejectUnreadable(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    Problem problem;
    if (cause instanceof TooLongHttpLineException) {
      problem = Problem.of(ProblemCode.URI_TOO_LONG, "The request line may have 8 KiB at most.");
    } else if (cause instanceof TooLongHttpHeaderException) {
      problem =
          Problem.of(ProblemCode.HEADER_FIELDS_TOO_LARGE, "The header may have 16 KiB at most.");
    } else {
      problem = Problem.of(ProblemCode.MALFORMED_REQUEST, "The request is not valid HTTP.");
    }
    begin(request).refuseAndClose(problem);
  }
}
