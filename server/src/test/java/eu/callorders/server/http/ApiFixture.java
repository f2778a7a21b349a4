package eu.callorders.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.json.Json;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The API on a free port with fake operations and tokens. A token lists its scopes, joined by
 * {@code +}; some words have a special meaning.
 */
final class ApiFixture implements AutoCloseable, BeforeEachCallback, AfterAllCallback {
  static final String ORDERS = "/v1/call-orders";
  static final String ORDER = RequestExamples.order().toString();

  /** Bytes per second that the tenant of {@code own-body-limit} may send. */
  static final int OWN_BODY_RATE = 1_000_000;

  static final String ALL_SCOPES =
      "orders:write+orders:read+events:read+config:write+config:read+suppressions:write"
          + "+transcripts:read+recordings:read";
  static final Duration RETRY_AFTER = Duration.ofSeconds(7);
  static final Contract CONTRACT = Contract.load();
  private static final RateLimit ADDRESS_LIMIT = new RateLimit(1000, 1000);
  private static final ConnectionLimits LIMITS = new ConnectionLimits(30, 75, 30, 5, 4096, 0);

  final Vertx vertx = Vertx.vertx();

  /** Completed by a test, for the token {@code slow}. */
  final Promise<Void> slow = Promise.promise();

  final AtomicReference<ApiRequest> lastRequest = new AtomicReference<>();
  final AtomicReference<Function<ApiRequest, Future<Reply>>> reply = new AtomicReference<>();
  final AtomicReference<Consumer<String>> onAdmit = new AtomicReference<>(operationId -> {});

  /** Runs when the operation checks a body, on the thread that validates it. */
  final AtomicReference<Runnable> onValid = new AtomicReference<>(() -> {});

  final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T08:00:00Z"));
  final int port;

  ApiFixture() {
    this(false, ADDRESS_LIMIT, List.of());
  }

  ApiFixture(boolean live, RateLimit addressLimit, List<RouteModule> modules) {
    this(
        live,
        addressLimit,
        modules,
        ConnectionCounter.unlimited(),
        LIMITS,
        1,
        BytePacer.unlimited(InstantSource.system()));
  }

  /** With limits of permits per tenant. */
  ApiFixture(BytePacer bodyPacer) {
    this(false, ADDRESS_LIMIT, List.of(), ConnectionCounter.unlimited(), LIMITS, 1, bodyPacer);
  }

  /** With several event loops. */
  ApiFixture(int instances) {
    this(
        false,
        ADDRESS_LIMIT,
        List.of(),
        ConnectionCounter.unlimited(),
        LIMITS,
        instances,
        BytePacer.unlimited(InstantSource.system()));
  }

  /** With connection limits and a path that reads anonymous bodies. */
  ApiFixture(ConnectionCounter connections, int max) {
    this(
        false,
        ADDRESS_LIMIT,
        List.of(router -> router.post("/anonymous").handler(BodyHandler.create(false))),
        connections,
        new ConnectionLimits(30, 75, 30, 5, max, 0),
        1,
        BytePacer.unlimited(InstantSource.system()));
  }

  /** With a request timeout in seconds. */
  static ApiFixture withRequestTimeout(int seconds) {
    return new ApiFixture(
        false,
        ADDRESS_LIMIT,
        List.of(),
        ConnectionCounter.unlimited(),
        new ConnectionLimits(30, 75, seconds, 5, 4096, 0),
        1,
        BytePacer.unlimited(InstantSource.system()));
  }

  private ApiFixture(
      boolean live,
      RateLimit addressLimit,
      List<RouteModule> modules,
      ConnectionCounter connections,
      ConnectionLimits limits,
      int instances,
      BytePacer bodyPacer) {
    resetReply();
    InstantSource clock = now::get;
    RateLimiter limiter = new RateLimiter(clock);
    OperationBinder binder =
        new OperationBinder(CONTRACT, operations(), this::check, limiter, bodyPacer, live);
    ApiSettings settings =
        new ApiSettings(
            "127.0.0.1",
            0,
            () -> address("http://127.0.0.1:1234"),
            () -> address("http://127.0.0.1:5678"),
            List.of(Cidr.parse("127.0.0.0/8")),
            addressLimit,
            limits,
            connections);
    ApiVerticle verticle = new ApiVerticle(settings, binder, limiter, modules, Traces.OFF, clock);
    vertx.deployVerticle(verticle).await();
    port = verticle.port();
    for (int more = 1; more < instances; more++) {
      ApiVerticle another = new ApiVerticle(settings, binder, limiter, modules, Traces.OFF, clock);
      vertx.deployVerticle(another).await();
      assertThat(another.port()).isEqualTo(port);
    }
  }

  /** While true, the addresses of the service are unknown, as during startup. */
  final AtomicBoolean starting = new AtomicBoolean();

  private String address(String known) {
    if (starting.get()) {
      throw starting();
    }
    return known;
  }

  private static ProblemException starting() {
    return new ProblemException(
        Problem.retryLater(ProblemCode.UNAVAILABLE, "The service is starting.", RETRY_AFTER));
  }

  void resetReply() {
    reply.set(
        request ->
            Future.succeededFuture(
                Reply.of(200, Json.object().put("operation", request.operationId()))));
  }

  List<Operation> operations() {
    return CONTRACT.operationIds().stream().map(this::operation).toList();
  }

  private Future<Caller> check(String token, String source) {
    return switch (token) {
      case "bad" -> refused(ProblemCode.UNAUTHORIZED);
      case "elsewhere" -> refused(ProblemCode.IP_NOT_ALLOWLISTED);
      case "down" -> Future.failedFuture(new ConnectException("refused"));
      case "early" -> throw starting();
      case "broken" -> throw new IllegalStateException("a bug");
      case "later" -> vertx.timer(5).map(ignored -> caller(ALL_SCOPES, new RateLimit(50, 100)));
      case "slow" -> slow.future().map(ignored -> caller(ALL_SCOPES, new RateLimit(50, 100)));
      case "never" -> Promise.<Caller>promise().future();
      case "hundred" -> Future.succeededFuture(caller(ALL_SCOPES, new RateLimit(1, 100)));
      case "neighbor" -> Future.succeededFuture(caller(ALL_SCOPES, new RateLimit(1, 101)));
      case "unlimited" -> Future.succeededFuture(caller(ALL_SCOPES, RateLimit.UNLIMITED));
      case "limited" -> Future.succeededFuture(caller(ALL_SCOPES, new RateLimit(1, 2)));
      case "other-tenant" ->
          Future.succeededFuture(caller(new UUID(0, 2), ALL_SCOPES, new RateLimit(5000, 5000)));
      case "own-body-limit" ->
          Future.succeededFuture(
              new Caller(
                  new UUID(0, 3),
                  new UUID(0, 3),
                  Set.of(ALL_SCOPES.split("\\+")),
                  new RateLimit(5000, 5000),
                  new TenantRateLimits(null, new RateLimit(OWN_BODY_RATE, 1 << 20))));
      case "source" ->
          Future.failedFuture(new ProblemException(Problem.of(ProblemCode.UNAUTHORIZED, source)));
      default -> Future.succeededFuture(caller(token, new RateLimit(5000, 5000)));
    };
  }

  private static Caller caller(String scopes, RateLimit limit) {
    return caller(new UUID(0, 1), scopes, limit);
  }

  private static Caller caller(UUID tenant, String scopes, RateLimit limit) {
    UUID id = UUID.nameUUIDFromBytes((tenant + scopes + limit).getBytes(UTF_8));
    return new Caller(tenant, id, Set.of(scopes.split("\\+")), limit);
  }

  private static Future<Caller> refused(ProblemCode code) {
    return Future.failedFuture(new ProblemException(Problem.of(code, "as made up")));
  }

  Operation operation(String id) {
    Operation fake =
        Operation.of(id, request -> handle(id, request))
            .withAdmission(caller -> admit(id))
            .withBodyFaults(body -> findFaults());
    return id.equals("listCallOrders") ? fake.withLargePages() : fake;
  }

  private List<FieldError> findFaults() {
    onValid.get().run();
    return List.of();
  }

  private Future<Void> admit(String id) {
    onAdmit.get().accept(id);
    return id.equals("createSequence")
        ? Future.failedFuture(
            new ProblemException(Problem.of(ProblemCode.FEATURE_NOT_ENABLED, "no sequences")))
        : Future.succeededFuture();
  }

  private Future<Reply> handle(String id, ApiRequest request) {
    lastRequest.set(request);
    if (id.equals("getCallRecording")) {
      return Future.failedFuture(
          new ProblemException(Problem.of(ProblemCode.RECORDING_UNAVAILABLE, "never recorded")));
    }
    return reply.get().apply(request);
  }

  RawHttp.RawResponse get(String target, String token, String... headers) {
    return send("GET", target, token, null, headers);
  }

  RawHttp.RawResponse post(String target, String token, String body, String... headers) {
    return send("POST", target, token, body, headers);
  }

  /** Sends a request; a body is JSON unless a header says otherwise. */
  RawHttp.RawResponse send(
      String method, String target, String token, String body, String... headers) {
    StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: a\r\n");
    if (token != null) {
      request.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    byte[] bytes = body == null ? new byte[0] : body.getBytes(UTF_8);
    String all = String.join("\r\n", headers);
    if (body != null) {
      request.append("Content-Length: ").append(bytes.length).append("\r\n");
      request.append(all.contains("Content-Type") ? "" : "Content-Type: application/json\r\n");
    }
    request.append(all).append(all.isEmpty() ? "\r\n" : "\r\n\r\n");
    request.append(new String(bytes, ISO_8859_1));
    return RawHttp.send(port, request.toString());
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    resetReply();
    lastRequest.set(null);
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    close();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
