package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.http.OutageLog;
import eu.callorders.server.http.ProblemMapper;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimitResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token endpoint, its key set and its metadata. Errors have the format of RFC 6749 section 5.2.
 */
public final class IssuerRoutes implements RouteModule {
  private static final Logger LOG = LoggerFactory.getLogger(IssuerRoutes.class);

  private static final String TOKEN = "/oauth2/token";
  private static final String KEYS = "/.well-known/jwks.json";
  private static final String METADATA = "/.well-known/oauth-authorization-server";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String REALM = "Basic realm=\"call-orders\", charset=\"UTF-8\"";
  private static final int MAX_BODY_BYTES = 16 * 1024;

  private final TokenIssuer tokens;
  private final SigningKeys keys;
  private final Supplier<Issuer> issuer;
  private final Function<RoutingContext, String> sourceAddress;
  private final AnonymousRateLimiter limit;

  /**
   * @param sourceAddress resolves the client address behind trusted proxies
   * @param limit token requests per address
   */
  public IssuerRoutes(
      TokenIssuer tokens,
      SigningKeys keys,
      Supplier<Issuer> issuer,
      Function<RoutingContext, String> sourceAddress,
      AnonymousRateLimiter limit) {
    this.tokens = tokens;
    this.keys = keys;
    this.issuer = issuer;
    this.sourceAddress = sourceAddress;
    this.limit = limit;
  }

  /** The token endpoint limits by itself to refuse in its own format. */
  @Override
  public boolean limitsByAddress(String path) {
    return !path.equals(TOKEN);
  }

  @Override
  public void mount(Router router) {
    router.route(TOKEN).handler(this::limit);
    router
        .post(TOKEN)
        .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY_BYTES))
        .handler(this::issueToken)
        .failureHandler(this::handleFailure);
    read(router, KEYS)
        .handler(context -> answer(context, keys.publishedJwks(), "public, max-age=60"));
    read(router, METADATA)
        .handler(
            context -> answer(context, Future.succeededFuture(metadata()), "public, max-age=3600"));
    router.route(TOKEN).handler(context -> refuseMethod(context, "POST"));
  }

  private static Route read(Router router, String path) {
    return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
  }

  private void limit(RoutingContext context) {
    RateLimitResult permit = limit.tryAcquire(sourceAddress.apply(context));
    context
        .response()
        .putHeader("RateLimit-Limit", Integer.toString(permit.limit()))
        .putHeader("RateLimit-Remaining", Integer.toString(permit.remaining()))
        .putHeader("RateLimit-Reset", Integer.toString(permit.resetSeconds()));
    if (permit.granted()) {
      context.next();
    } else {
      refuse(context, OAuthError.tooMany(Duration.ofSeconds(permit.retryAfterSeconds())));
    }
  }

  private void issueToken(RoutingContext context) {
    String contentType = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
    if (contentType == null || !mediaType(contentType).equals(FORM)) {
      refuse(context, OAuthError.invalidRequest("The body must be " + FORM + "."));
      return;
    }
    Future.succeededFuture(bodyOf(context))
        .map(body -> TokenRequest.read(authorization(context), body))
        .compose(request -> tokens.issue(request, sourceAddress.apply(context)))
        .onSuccess(response -> send(context, 200, response, "no-store"))
        .onFailure(context::fail);
  }

  private static String mediaType(String contentType) {
    int semicolon = contentType.indexOf(';');
    String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
    return type.strip().toLowerCase(Locale.ROOT);
  }

  private static String bodyOf(RoutingContext context) {
    var body = context.body().buffer();
    return body == null ? "" : body.toString(StandardCharsets.ISO_8859_1);
  }

  private static @Nullable String authorization(RoutingContext context) {
    List<String> sent = context.request().headers().getAll(HttpHeaders.AUTHORIZATION);
    if (sent.size() > 1) {
      throw new OAuthError.OAuthException(
          OAuthError.invalidRequest("Authorization is sent twice."));
    }
    return sent.isEmpty() ? null : sent.getFirst();
  }

  private ObjectNode metadata() {
    String authUrl = issuer.get().authUrl();
    ObjectNode metadata =
        Json.object()
            .put("issuer", authUrl)
            .put("token_endpoint", authUrl + TOKEN)
            .put("jwks_uri", authUrl + KEYS);
    metadata.putArray("grant_types_supported").add("client_credentials");
    metadata.putArray("response_types_supported");
    metadata
        .putArray("token_endpoint_auth_methods_supported")
        .add("client_secret_basic")
        .add("client_secret_post");
    for (Scope scope : Scope.values()) {
      metadata.withArray("scopes_supported").add(scope.wire());
    }
    return metadata;
  }

  private void answer(RoutingContext context, Future<ObjectNode> body, String cacheControl) {
    body.onSuccess(json -> send(context, 200, json, cacheControl))
        .onFailure(failure -> refuse(context, unexpected(context, failure)));
  }

  private void handleFailure(RoutingContext context) {
    Throwable failure = context.failure();
    if (failure instanceof OAuthError.OAuthException thrown) {
      refuse(context, thrown.error());
    } else if (failure != null && context.statusCode() >= 500) {
      refuse(context, unexpected(context, failure));
    } else if (context.statusCode() == 413) {
      refuse(context, new OAuthError(413, "invalid_request", "The body is too large.", null));
    } else {
      refuse(context, OAuthError.invalidRequest("The request could not be read."));
    }
  }

  private static OAuthError unexpected(RoutingContext context, Throwable failure) {
    Problem problem = ProblemMapper.problem(failure);
    if (problem.code() == ProblemCode.UNAVAILABLE) {
      OutageLog.record(context.response().headers().get("X-Request-Id"), failure);
      return OAuthError.unavailable(problem.detail());
    }
    LOG.error("token endpoint failed", failure);
    return OAuthError.internal();
  }

  private static void refuseMethod(RoutingContext context, String allowed) {
    context.response().putHeader(HttpHeaders.ALLOW, allowed);
    refuse(context, new OAuthError(405, "invalid_request", "Use " + allowed + ".", null));
  }

  private static void refuse(RoutingContext context, OAuthError error) {
    HttpServerResponse response = context.response();
    if (isClosed(response)) {
      return;
    }
    if (error.status() == 401) {
      response.putHeader("WWW-Authenticate", REALM);
    }
    if (error.retryAfter() != null) {
      long seconds = Math.max(1, error.retryAfter().plusMillis(999).toSeconds());
      response.putHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }
    ObjectNode body =
        Json.object().put("error", error.error()).put("error_description", error.description());
    send(context, error.status(), body, "no-store");
  }

  /** Whether the request was answered by its timeout or the client has disconnected. */
  private static boolean isClosed(HttpServerResponse response) {
    return response.headWritten() || response.closed();
  }

  private static void send(
      RoutingContext context, int status, ObjectNode body, String cacheControl) {
    if (isClosed(context.response())) {
      return;
    }
    Buffer bytes = Buffer.buffer(body.toString());
    HttpServerResponse response =
        context
            .response()
            .setStatusCode(status)
            .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
            .putHeader(HttpHeaders.CACHE_CONTROL, cacheControl)
            .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(bytes.length()));
    if (context.request().method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(bytes);
    }
  }
}
