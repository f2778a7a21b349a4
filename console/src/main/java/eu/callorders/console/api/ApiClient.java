package eu.callorders.console.api;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.RetryPolicy;
import eu.callorders.client.TokenSource;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.console.api.RefreshingTokenSource.NoTokenException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Client of the API or the administration. Calls block: never use it on the JavaFX thread. */
public final class ApiClient {
  /** Rows of a page. */
  public static final int PAGE_SIZE = 100;

  private static final int MAX_EMPTY_PAGES = 100;

  /** Share of the rate limit that an action on many resources leaves to everything else. */
  private static final double RESERVED = 0.5;

  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  /** Documents stay JSON, so that screens show what a later service adds. */
  private static final TypeReference<byte[]> BODY = new TypeReference<>() {};

  private final Transport transport;
  private final URI base;
  private final CallOrderClient reads;
  private final CallOrderClient writes;

  /** For one of many writes. */
  private final CallOrderClient paced;

  /** The token of the administration is fixed. */
  private final Optional<RefreshingTokenSource> registration;

  private final String fixedToken;

  private ApiClient(
      Transport transport,
      URI base,
      CallOrderClient.Builder client,
      Optional<RefreshingTokenSource> registration,
      String fixedToken) {
    this.transport = transport;
    this.base = base;
    // A write of the administration is not idempotent.
    RetryPolicy retries = registration.isPresent() ? transport.retries() : RetryPolicy.NONE;
    CallOrderClient.Builder shared =
        client.transport(transport.exchanges()).userAgent("call-orders-console");
    this.paced = shared.retryPolicy(retries).reserving(RESERVED).build();
    // An operator does not wait behind a list that loads.
    this.reads = shared.retryPolicy(transport.retries()).unpaced().build();
    this.writes = reads.with(retries);
    this.registration = registration;
    this.fixedToken = fixedToken;
  }

  /** The public API; {@code base} without {@code /v1}. */
  public static ApiClient of(Transport transport, URI base, RefreshingTokenSource tokens) {
    CallOrderClient.Builder client = CallOrderClient.builder(base.toString(), tokens);
    return new ApiClient(transport, base, client, Optional.of(tokens), "");
  }

  /** The administration; {@code base} without {@code /admin/v1}. */
  public static ApiClient administration(Transport transport, URI base, String token) {
    CallOrderClient.Builder client =
        CallOrderClient.builder(base.toString(), TokenSource.fixed(token));
    return new ApiClient(transport, base, client, Optional.empty(), token);
  }

  /** The address that all paths are relative to. */
  public URI base() {
    return base;
  }

  /** Replaces rejected credentials; an empty client or secret stays as it is. */
  public void signIn(String clientId, String secret) throws ApiException {
    if (registration.isEmpty()) {
      throw new ApiException(new Failure.WrongCredentials());
    }
    registration.get().signIn(clientId, secret);
  }

  /** Called with each new token, on the thread that requested it. */
  public void onToken(Consumer<AccessToken> listener) {
    registration.ifPresent(tokens -> tokens.listen(listener));
  }

  /** The clock of the service by its tokens, since this machine's clock may be wrong. */
  public InstantSource clock() {
    InstantSource here = InstantSource.system();
    return registration.<InstantSource>map(tokens -> () -> tokens.now(here)).orElse(here);
  }

  public ConnectionStatus connectionStatus() {
    return transport.status();
  }

  /** Updates the connection status by a small request; sends none without a token. */
  public void probe(Duration timeout) throws InterruptedException {
    String token = registration.map(RefreshingTokenSource::latest).orElse(fixedToken);
    String path = registration.isPresent() ? "/v1/tenant" : "/health/live";
    if (!token.isEmpty()) {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
      transport.probe(request.header("Authorization", "Bearer " + token).build(), timeout);
    }
  }

  public Reply get(String path) throws ApiException {
    return get(path, Query.none());
  }

  public Reply get(String path, Query query) throws ApiException {
    Reply reply = reply(query.appendTo(ApiRequest.of("GET", path, BODY)));
    if (reply.body().isMissingNode()) {
      throw new ApiException(new Failure.NotThisService(base.toString(), reply.status()));
    }
    return reply;
  }

  /** The text of that media type at the path, such as a page to print. */
  public String text(String path, String mediaType) throws ApiException {
    ApiResponse<byte[]> response =
        send(reads, ApiRequest.of("GET", path, BODY).withHeader("Accept", mediaType));
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (!type.startsWith(mediaType)) {
      throw new ApiException(new Failure.NotThisService(base.toString(), response.status()));
    }
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /**
   * A page of a list, after the cursor {@code after} unless that is empty. The service ends a page
   * after 2,000 rows that do not match, so up to 100 empty pages are skipped.
   */
  public Page<JsonNode> page(String path, Query query, int limit, String after)
      throws ApiException {
    Page<JsonNode> result = onePage(path, query, limit, after);
    for (int empty = 1;
        empty < MAX_EMPTY_PAGES && result.rows().isEmpty() && result.hasMore();
        empty++) {
      result = onePage(path, query, limit, result.next());
    }
    return result;
  }

  /** A page of {@link #PAGE_SIZE} rows. */
  public Page<JsonNode> page(String path, Query query, String after) throws ApiException {
    return page(path, query, PAGE_SIZE, after);
  }

  /** The first rows of a list, page by page until there are {@code enough}. */
  public Page<JsonNode> firstRows(String path, Query query, int enough) throws ApiException {
    List<JsonNode> rows = new ArrayList<>();
    Page<JsonNode> page = new Page<>(List.of(), true, "");
    while (page.hasMore() && rows.size() < enough) {
      page = page(path, query, page.next());
      rows.addAll(page.rows());
    }
    return new Page<>(rows, page.hasMore(), page.next());
  }

  /** The resource at that path, as a list with at most one row. */
  public Page<JsonNode> find(String path) throws ApiException {
    try {
      return new Page<>(List.of(get(path).body()), false, "");
    } catch (ApiException e) {
      if (e.failure().isRefused(NOT_FOUND)) {
        return new Page<>(List.of(), false, "");
      }
      throw e;
    }
  }

  /** A segment of a path. */
  public static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The curl command that reads that path. */
  public String curl(String path) {
    return "curl -s " + base + path + " -H \"Authorization: Bearer $TOKEN\"";
  }

  private Page<JsonNode> onePage(String path, Query query, int limit, String after)
      throws ApiException {
    return Page.of(get(path, query.with("limit", limit).with("after", after)).body());
  }

  /** Sends a new idempotency key, so that a retry after a lost connection is safe. */
  public Reply post(String path, JsonNode body) throws ApiException {
    return reply(write("POST", path, body));
  }

  /** Sends that idempotency key: repeated requests are executed once. */
  public Reply post(String path, String key, JsonNode body) throws ApiException {
    return reply(write("POST", path, body).withIdempotencyKey(key));
  }

  /** The same for one of many requests, which wait so that half of the rate limit stays free. */
  public Reply postPaced(String path, String key, JsonNode body) throws ApiException {
    return reply(send(paced, write("POST", path, body).withIdempotencyKey(key)));
  }

  /** Changes a resource if its revision is still {@code etag}; empty for no check. */
  public Reply patch(String path, String etag, JsonNode body) throws ApiException {
    ApiRequest<byte[]> request = write("PATCH", path, body);
    return reply(etag.isEmpty() ? request : request.withHeader("If-Match", etag));
  }

  public Reply delete(String path) throws ApiException {
    return reply(ApiRequest.of("DELETE", path, BODY));
  }

  private static ApiRequest<byte[]> write(String method, String path, JsonNode body) {
    return ApiRequest.of(method, path, BODY).withBody(body.isMissingNode() ? null : body);
  }

  private ApiResponse<byte[]> send(CallOrderClient client, ApiRequest<byte[]> request)
      throws ApiException {
    try {
      return client.send(request);
    } catch (eu.callorders.client.api.ApiException | UnreachableException | NoTokenException e) {
      throw new ApiException(failure(e));
    }
  }

  /** What an exception of the client means; a refused token is not used again. */
  private Failure failure(Exception cause) {
    if (cause instanceof eu.callorders.client.api.ApiException refused) {
      if (refused.status() == UNAUTHORIZED && registration.isPresent()) {
        registration.get().reject();
        return new Failure.Revoked();
      }
      return transport.failures().map(refused, base);
    }
    return switch (cause) {
      case UnreachableException lost -> transport.failures().map(lost, base);
      case NoTokenException denied -> denied.reason().failure();
      default -> new Failure.Unexpected(cause.toString());
    };
  }

  /** Imports of files of orders, which leave half of the rate limit free. */
  public ImportClient imports() {
    return new ImportClient(paced, clock(), this::failure);
  }

  private Reply reply(ApiRequest<byte[]> request) throws ApiException {
    return reply(send(request.isWrite() ? writes : reads, request));
  }

  private Reply reply(ApiResponse<byte[]> response) throws ApiException {
    JsonNode body =
        Json.parse(new String(response.body(), StandardCharsets.UTF_8))
            .filter(json -> json.isObject() || json.isMissingNode())
            .orElseThrow(
                () ->
                    new ApiException(
                        new Failure.NotThisService(base.toString(), response.status())));
    return new Reply(response.status(), body, response.etag().orElse(""));
  }
}
