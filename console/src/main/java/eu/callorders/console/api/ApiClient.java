package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The interface of the service, or that of its administration, one blocking call at a time: for
 * virtual threads, never for the thread that draws.
 */
public final class ApiClient {
  private static final int EMPTY_PAGES = 100;

  private static final int OK = 200;
  private static final int MULTIPLE_CHOICES = 300;
  private static final int UNAUTHORIZED = 401;

  private final Transport transport;
  private final URI base;
  private final TokenSource bearer;
  private final boolean takesKeys;

  private ApiClient(Transport transport, URI base, TokenSource bearer, boolean takesKeys) {
    this.transport = transport;
    this.base = base;
    this.bearer = bearer;
    this.takesKeys = takesKeys;
  }

  /** The public interface, under that address without {@code /v1}. */
  public static ApiClient of(Transport transport, URI base, RefreshingTokenSource tokens) {
    return new ApiClient(transport, base, tokens, true);
  }

  /** The administration, under that address without {@code /admin/v1}. */
  public static ApiClient administration(Transport transport, URI base, String token) {
    return new ApiClient(transport, base, TokenSource.fixed(token), false);
  }

  /** The address under which all paths lie. */
  public URI base() {
    return base;
  }

  /**
   * Takes other credentials where the ones so far are refused: all that is on the screen goes on
   * with them.
   *
   * @param clientId empty for the one so far
   * @param secret empty for the one so far
   */
  public void signIn(String clientId, String secret) throws ApiException {
    bearer.signIn(clientId, secret);
  }

  /** Tells of what each token allows, from the next one on, on the thread that has asked for it. */
  public void onGrant(Consumer<AccessToken> listener) {
    bearer.listen(listener);
  }

  /** The clock of the service, as far as its tokens tell; this machine's may be hours off. */
  public InstantSource clock() {
    return () -> bearer.now(InstantSource.system());
  }

  public Reply get(String path) throws ApiException {
    return get(path, Query.none());
  }

  public Reply get(String path, Query query) throws ApiException {
    Reply reply = send(request(query.behind(path)).GET(), true);
    if (reply.body().isMissingNode()) {
      throw new ApiException(new Failure.NotThisService(base.toString(), reply.status()));
    }
    return reply;
  }

  /**
   * A page of a list; begins where {@code after} says when that is not empty. The service ends a
   * page after 2,000 rows that do not match: up to 100 empty ones are passed over.
   */
  public Page<JsonNode> page(String path, Query query, int limit, String after)
      throws ApiException {
    Page<JsonNode> page = onePage(path, query, limit, after);
    for (int empty = 1; empty < EMPTY_PAGES && page.rows().isEmpty() && page.hasMore(); empty++) {
      page = onePage(path, query, limit, page.next());
    }
    return page;
  }

  private Page<JsonNode> onePage(String path, Query query, int limit, String after)
      throws ApiException {
    return Page.of(get(path, query.and("limit", limit).and("after", after)).body());
  }

  /** Sent with a key of its own, so that a repetition after a broken connection does no harm. */
  public Reply post(String path, JsonNode body) throws ApiException {
    return post(path, UUID.randomUUID().toString(), body);
  }

  /** Sent with that key: however often it is sent, it is done once. */
  public Reply post(String path, String key, JsonNode body) throws ApiException {
    HttpRequest.Builder request = keyed(path, key);
    return send(
        body.isMissingNode()
            ? request.POST(BodyPublishers.noBody())
            : withBody(request, "POST", body),
        takesKeys);
  }

  /** Changes a resource as it was when it had that revision; an empty one asks for none. */
  public Reply patch(String path, String etag, JsonNode body) throws ApiException {
    HttpRequest.Builder request = keyed(path);
    if (!etag.isEmpty()) {
      request.header("If-Match", etag);
    }
    return send(withBody(request, "PATCH", body), takesKeys);
  }

  public Reply delete(String path) throws ApiException {
    return send(keyed(path).DELETE(), takesKeys);
  }

  /** A write that can be repeated, where the interface knows such keys. */
  private HttpRequest.Builder keyed(String path) {
    return keyed(path, UUID.randomUUID().toString());
  }

  private HttpRequest.Builder keyed(String path, String key) {
    return takesKeys ? request(path).header("Idempotency-Key", key) : request(path);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "application/json");
  }

  private static HttpRequest.Builder withBody(
      HttpRequest.Builder request, String method, JsonNode body) {
    return request
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(Json.text(body)));
  }

  private Reply send(HttpRequest.Builder request, boolean repeatable) throws ApiException {
    String token = bearer.token();
    HttpResponse<String> response = authorized(request, token, repeatable);
    if (response.statusCode() == UNAUTHORIZED && bearer.discard(token)) {
      response = authorized(request, bearer.token(), repeatable);
      if (response.statusCode() == UNAUTHORIZED) {
        bearer.refused();
        throw new ApiException(new Failure.Revoked());
      }
    }
    return read(response);
  }

  private HttpResponse<String> authorized(
      HttpRequest.Builder request, String token, boolean repeatable) throws ApiException {
    return transport.send(request.copy().header("Authorization", "Bearer " + token), repeatable);
  }

  private Reply read(HttpResponse<String> response) throws ApiException {
    Optional<JsonNode> body = Json.parse(response.body());
    int status = response.statusCode();
    boolean readable = body.isPresent() && (body.get().isObject() || body.get().isMissingNode());
    if (readable && status >= OK && status < MULTIPLE_CHOICES) {
      return new Reply(status, body.get(), response.headers().firstValue("ETag").orElse(""));
    }
    if (readable && body.get().path("code").isTextual()) {
      throw new ApiException(new Failure.Refused(Problem.of(status, body.get())));
    }
    if (Transport.isAway(response)) {
      throw new ApiException(new Failure.Unreachable(base.toString()));
    }
    throw new ApiException(new Failure.NotThisService(base.toString(), status));
  }
}
