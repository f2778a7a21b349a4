package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Client of the API or the administration. Calls block: never use it on the JavaFX thread. */
public final class ApiClient {
  /** Rows of a page. */
  public static final int PAGE_SIZE = 100;

  private static final int MAX_EMPTY_PAGES = 100;

  private static final int OK = 200;
  private static final int MULTIPLE_CHOICES = 300;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  private final Transport transport;
  private final URI base;
  private final TokenSource tokens;
  private final String probePath;
  private final boolean supportsIdempotency;

  private ApiClient(
      Transport transport, URI base, TokenSource bearer, String probePath, boolean takesKeys) {
    this.transport = transport;
    this.base = base;
    this.tokens = bearer;
    this.probePath = probePath;
    this.supportsIdempotency = takesKeys;
  }

  /** The public API; {@code base} without {@code /v1}. */
  public static ApiClient of(Transport transport, URI base, RefreshingTokenSource tokens) {
    return new ApiClient(transport, base, tokens, "/v1/tenant", true);
  }

  /** The administration; {@code base} without {@code /admin/v1}. */
  public static ApiClient administration(Transport transport, URI base, String token) {
    return new ApiClient(transport, base, TokenSource.fixed(token), "/health/live", false);
  }

  /** The address that all paths are relative to. */
  public URI base() {
    return base;
  }

  /** Replaces rejected credentials; an empty client or secret stays as it is. */
  public void signIn(String clientId, String secret) throws ApiException {
    tokens.signIn(clientId, secret);
  }

  /** Called with each new token, on the thread that requested it. */
  public void onToken(Consumer<AccessToken> listener) {
    tokens.listen(listener);
  }

  /** The clock of the service by its tokens, since this machine's clock may be wrong. */
  public InstantSource clock() {
    return () -> tokens.now(InstantSource.system());
  }

  public ConnectionStatus connectionStatus() {
    return transport.status();
  }

  /** Updates the connection status by a small request; sends none without a token. */
  public void probe(Duration timeout) throws InterruptedException {
    String token = tokens.latest();
    if (!token.isEmpty()) {
      transport.probe(withToken(request(probePath), token), timeout);
    }
  }

  public Reply get(String path) throws ApiException {
    return get(path, Query.none());
  }

  public Reply get(String path, Query query) throws ApiException {
    Reply reply = send(request(query.appendTo(path)).GET(), true);
    if (reply.body().isMissingNode()) {
      throw new ApiException(new Failure.NotThisService(base.toString(), reply.status()));
    }
    return reply;
  }

  /** The text of that media type at the path, such as a page to print. */
  public String text(String path, String mediaType) throws ApiException {
    HttpResponse<String> response =
        exchange(request(path).setHeader("Accept", mediaType).GET(), true);
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (isSuccess(response.statusCode()) && type.startsWith(mediaType)) {
      return response.body();
    }
    read(response);
    throw new ApiException(new Failure.NotThisService(base.toString(), response.statusCode()));
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
    return post(path, UUID.randomUUID().toString(), body);
  }

  /** Sends that idempotency key: repeated requests are executed once. */
  public Reply post(String path, String key, JsonNode body) throws ApiException {
    HttpRequest.Builder request = idempotent(path, key);
    return send(
        body.isMissingNode()
            ? request.POST(BodyPublishers.noBody())
            : jsonBody(request, "POST", body),
        supportsIdempotency);
  }

  /** Changes a resource if its revision is still {@code etag}; empty for no check. */
  public Reply patch(String path, String etag, JsonNode body) throws ApiException {
    HttpRequest.Builder request = idempotent(path);
    if (!etag.isEmpty()) {
      request.header("If-Match", etag);
    }
    return send(jsonBody(request, "PATCH", body), supportsIdempotency);
  }

  public Reply delete(String path) throws ApiException {
    return send(idempotent(path).DELETE(), supportsIdempotency);
  }

  /** Adds an idempotency key where the API supports it. */
  private HttpRequest.Builder idempotent(String path) {
    return idempotent(path, UUID.randomUUID().toString());
  }

  private HttpRequest.Builder idempotent(String path, String key) {
    return supportsIdempotency ? request(path).header("Idempotency-Key", key) : request(path);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "application/json");
  }

  private static HttpRequest.Builder jsonBody(
      HttpRequest.Builder request, String method, JsonNode body) {
    return request
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(body.toString()));
  }

  private Reply send(HttpRequest.Builder request, boolean repeatable) throws ApiException {
    return read(exchange(request, repeatable));
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request, boolean repeatable)
      throws ApiException {
    String token = tokens.token();
    HttpResponse<String> response = authorized(request, token, repeatable);
    if (response.statusCode() == UNAUTHORIZED && tokens.discard(token)) {
      response = authorized(request, tokens.token(), repeatable);
      if (response.statusCode() == UNAUTHORIZED) {
        tokens.reject();
        throw new ApiException(new Failure.Revoked());
      }
    }
    return response;
  }

  private HttpResponse<String> authorized(
      HttpRequest.Builder request, String token, boolean repeatable) throws ApiException {
    return transport.send(withToken(request.copy(), token), repeatable);
  }

  private static HttpRequest.Builder withToken(HttpRequest.Builder request, String token) {
    return request.header("Authorization", "Bearer " + token);
  }

  private static boolean isSuccess(int status) {
    return status >= OK && status < MULTIPLE_CHOICES;
  }

  private Reply read(HttpResponse<String> response) throws ApiException {
    Optional<JsonNode> body = Json.parse(response.body());
    int status = response.statusCode();
    boolean readable = body.isPresent() && (body.get().isObject() || body.get().isMissingNode());
    if (readable && isSuccess(status)) {
      return new Reply(status, body.get(), response.headers().firstValue("ETag").orElse(""));
    }
    if (readable && body.get().path("code").isTextual()) {
      throw new ApiException(new Failure.Refused(Problem.of(status, body.get())));
    }
    if (Transport.isUnavailable(response)) {
      throw new ApiException(new Failure.Unreachable(base.toString()));
    }
    throw new ApiException(new Failure.NotThisService(base.toString(), status));
  }
}
