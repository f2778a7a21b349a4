package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.TokenIssuer;
import eu.callorders.client.TokenSource;
import eu.callorders.client.api.UnreachableException;
import java.net.URI;
import java.time.Duration;
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

  /** Replaces the credentials, empty ones stay; the tenant must stay the same. */
  synchronized void signIn(String clientId, String secret) throws ApiException {
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

  /** A new token is refused too: stops requesting tokens. */
  synchronized void reject() {
    rejection = new Failure.Revoked();
    accessToken = null;
    transport.status().accepted(false);
  }

  /** Called with each new token, on the thread that requested it. */
  void listen(Consumer<AccessToken> listener) {
    listeners.add(listener);
  }

  /** The time of the issuer by its latest token and the time elapsed here. */
  Instant now(InstantSource here) {
    ServerTime issued = serverTime;
    return issued == null
        ? here.instant()
        : issued.at().plusNanos(nanos.getAsLong() - issued.nanos());
  }

  private record ServerTime(Instant at, long nanos) {}

  /** Passes through the client, which retries its own exceptions alone. */
  static final class NoTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ApiException reason;

    private NoTokenException(ApiException reason) {
      super(reason);
      this.reason = reason;
    }

    ApiException reason() {
      return reason;
    }
  }

  @Override
  public String token() {
    try {
      return accessToken().token();
    } catch (ApiException e) {
      throw new NoTokenException(e);
    }
  }

  /** The latest token, perhaps expired, without a request; empty without accepted credentials. */
  String latest() {
    AccessToken token = latest;
    return token == null || rejection != null ? "" : token.token();
  }

  @Override
  public synchronized void drop(String refused) {
    if (accessToken != null && accessToken.token().equals(refused)) {
      accessToken = null;
    }
  }

  private AccessToken request(Credentials client) throws ApiException {
    URI issuer = client.issuer();
    try {
      return AccessToken.of(
          new TokenIssuer(
                  transport.exchanges(),
                  FailureMapper.address(issuer),
                  client.clientId(),
                  client.secret(),
                  List.of())
              .request(transport.retries()));
    } catch (eu.callorders.client.api.ApiException e) {
      throw new ApiException(failure(e, issuer));
    } catch (UnreachableException e) {
      throw new ApiException(transport.failures().map(e, issuer));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(new Failure.Stopped());
    }
  }

  private Failure failure(eu.callorders.client.api.ApiException refused, URI issuer) {
    JsonNode body = FailureMapper.body(refused);
    String error = body.path("error").asText();
    if (refused.status() == UNAUTHORIZED && error.equals("invalid_client")) {
      return new Failure.WrongCredentials();
    }
    if (refused.status() == TOO_MANY_REQUESTS) {
      return new Failure.Locked(refused.retryAfter().orElse(Duration.ZERO));
    }
    Failure failure = transport.failures().map(refused, issuer);
    return failure instanceof Failure.NotThisService && !error.isEmpty()
        ? new Failure.NotIssued(error, body.path("error_description").asText())
        : failure;
  }
}
