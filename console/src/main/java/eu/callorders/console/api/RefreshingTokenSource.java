package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Renews the token before it expires. The lifetime is measured on this machine, so that wrong
 * clocks do not matter. After a rejection no request is sent until there are new credentials, since
 * failed attempts lock the registration.
 */
public final class RefreshingTokenSource implements TokenSource {
  private static final long RENEWAL_MARGIN_SECONDS = 90;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Transport transport;
  private final LongSupplier nanos;
  private final List<Consumer<AccessToken>> listeners = new CopyOnWriteArrayList<>();
  private Credentials credentials;
  private @Nullable AccessToken accessToken;
  private volatile @Nullable AccessToken latest;
  private volatile @Nullable Failure rejection;
  private volatile @Nullable ServerTime serverTime;
  private long renewAt;

  public RefreshingTokenSource(Transport transport, Credentials credentials) {
    this(transport, credentials, System::nanoTime);
  }

  RefreshingTokenSource(Transport transport, Credentials credentials, LongSupplier nanos) {
    this.transport = transport;
    this.credentials = credentials;
    this.nanos = nanos;
  }

  /** The current token, renewed shortly before it expires. */
  public synchronized AccessToken accessToken() throws ApiException {
    AccessToken current = accessToken;
    if (current != null && nanos.getAsLong() - renewAt < 0) {
      return current;
    }
    Failure rejected = rejection;
    if (rejected != null) {
      throw new ApiException(rejected);
    }
    try {
      return use(request(credentials));
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.WrongCredentials && latest != null) {
        reject();
        throw new ApiException(new Failure.Revoked());
      }
      throw e;
    }
  }

  private AccessToken use(AccessToken renewed) {
    long receivedAt = nanos.getAsLong();
    long lifetime = Math.max(renewed.seconds() - RENEWAL_MARGIN_SECONDS, renewed.seconds() / 2);
    renewAt = receivedAt + TimeUnit.SECONDS.toNanos(lifetime);
    serverTime =
        renewed.issued().equals(Instant.EPOCH)
            ? null
            : new ServerTime(renewed.issued(), receivedAt);
    accessToken = renewed;
    latest = renewed;
    listeners.forEach(listener -> listener.accept(renewed));
    return renewed;
  }

  /** Replaces the credentials; the tenant must stay the same. */
  @Override
  public synchronized void signIn(String clientId, String secret) throws ApiException {
    Credentials replacement =
        new Credentials(
            credentials.issuer(),
            clientId.isEmpty() ? credentials.clientId() : clientId,
            secret.isEmpty() ? credentials.secret() : secret);
    AccessToken renewed = request(replacement);
    AccessToken previous = latest;
    if (previous != null && !previous.hasSameTenant(renewed)) {
      throw new ApiException(new Failure.OtherTenant());
    }
    credentials = replacement;
    rejection = null;
    use(renewed);
    transport.status().accepted(true);
  }

  @Override
  public synchronized void reject() {
    rejection = new Failure.Revoked();
    accessToken = null;
    transport.status().accepted(false);
  }

  @Override
  public void listen(Consumer<AccessToken> listener) {
    listeners.add(listener);
  }

  /** Derived from the issue time of the latest token and the time elapsed here. */
  @Override
  public Instant now(InstantSource here) {
    ServerTime issued = serverTime;
    return issued == null
        ? here.instant()
        : issued.at().plusNanos(nanos.getAsLong() - issued.nanos());
  }

  private record ServerTime(Instant at, long nanos) {}

  @Override
  public String token() throws ApiException {
    return accessToken().token();
  }

  @Override
  public String latest() {
    AccessToken token = latest;
    return token == null || rejection != null ? "" : token.token();
  }

  @Override
  public synchronized boolean discard(String token) {
    if (accessToken != null && accessToken.token().equals(token)) {
      accessToken = null;
    }
    return true;
  }

  private AccessToken request(Credentials client) throws ApiException {
    String form =
        "grant_type=client_credentials&client_id="
            + encoded(client.clientId())
            + "&client_secret="
            + encoded(client.secret());
    HttpResponse<String> response =
        transport.send(
            HttpRequest.newBuilder(client.issuer().resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form)),
            true);
    JsonNode body = Json.parse(response.body()).orElseGet(Json::object);
    if (response.statusCode() == OK && body.path("access_token").isTextual()) {
      return AccessToken.of(body);
    }
    throw new ApiException(failure(response, body));
  }

  private Failure failure(HttpResponse<String> response, JsonNode body) {
    String error = body.path("error").asText();
    if (response.statusCode() == UNAUTHORIZED && error.equals("invalid_client")) {
      return new Failure.WrongCredentials();
    }
    if (response.statusCode() == TOO_MANY_REQUESTS) {
      return new Failure.Locked(Transport.retryAfter(response));
    }
    if (body.path("code").isTextual()) {
      return new Failure.Refused(Problem.of(response.statusCode(), body));
    }
    if (Transport.isUnavailable(response)) {
      return new Failure.Unreachable(credentials.issuer().toString());
    }
    return error.isEmpty()
        ? new Failure.NotThisService(credentials.issuer().toString(), response.statusCode())
        : new Failure.NotIssued(error, body.path("error_description").asText());
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
