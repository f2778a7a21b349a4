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
 * Keeps a token that is good for a while yet: a new one is asked for before the old one expires.
 * How long it has been good is measured here, so that wrong clocks on either side do not matter.
 * Once it is refused, nobody is asked again before there are new credentials: wrong ones lock the
 * registration in the end.
 */
public final class RefreshingTokenSource implements TokenSource {
  private static final long EARLY_SECONDS = 90;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Transport transport;
  private final LongSupplier nanos;
  private final List<Consumer<AccessToken>> listeners = new CopyOnWriteArrayList<>();
  private Credentials credentials;
  private @Nullable AccessToken grant;
  private @Nullable AccessToken latest;
  private @Nullable Failure refusal;
  private volatile @Nullable ServerTime time;
  private long renewAt;

  public RefreshingTokenSource(Transport transport, Credentials credentials) {
    this(transport, credentials, System::nanoTime);
  }

  RefreshingTokenSource(Transport transport, Credentials credentials, LongSupplier nanos) {
    this.transport = transport;
    this.credentials = credentials;
    this.nanos = nanos;
  }

  /** The grant in force, renewed when it is about to expire. */
  public synchronized AccessToken grant() throws ApiException {
    AccessToken current = grant;
    if (current != null && nanos.getAsLong() - renewAt < 0) {
      return current;
    }
    if (refusal != null) {
      throw new ApiException(refusal);
    }
    try {
      return use(ask(credentials));
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.WrongCredentials && latest != null) {
        refused();
        throw new ApiException(new Failure.Revoked());
      }
      throw e;
    }
  }

  private AccessToken use(AccessToken fresh) {
    long taken = nanos.getAsLong();
    long good = Math.max(fresh.seconds() - EARLY_SECONDS, fresh.seconds() / 2);
    renewAt = taken + TimeUnit.SECONDS.toNanos(good);
    time = fresh.issued().equals(Instant.EPOCH) ? null : new ServerTime(fresh.issued(), taken);
    grant = fresh;
    latest = fresh;
    listeners.forEach(listener -> listener.accept(fresh));
    return fresh;
  }

  /** Goes on with other credentials, when they are for the same tenant. */
  @Override
  public synchronized void signIn(String clientId, String secret) throws ApiException {
    Credentials others =
        new Credentials(
            credentials.issuer(),
            clientId.isEmpty() ? credentials.clientId() : clientId,
            secret.isEmpty() ? credentials.secret() : secret);
    AccessToken fresh = ask(others);
    if (latest != null && !latest.isOfTheTenantOf(fresh)) {
      throw new ApiException(new Failure.OtherTenant());
    }
    credentials = others;
    refusal = null;
    use(fresh);
    transport.reachability().accepted(true);
  }

  @Override
  public synchronized void refused() {
    refusal = new Failure.Revoked();
    grant = null;
    transport.reachability().accepted(false);
  }

  @Override
  public void listen(Consumer<AccessToken> listener) {
    listeners.add(listener);
  }

  /** The service has told with its latest token; how long ago that was is measured here. */
  @Override
  public Instant now(InstantSource here) {
    ServerTime told = time;
    return told == null ? here.instant() : told.at().plusNanos(nanos.getAsLong() - told.nanos());
  }

  private record ServerTime(Instant at, long nanos) {}

  @Override
  public String token() throws ApiException {
    return grant().token();
  }

  @Override
  public synchronized boolean discard(String token) {
    if (grant != null && grant.token().equals(token)) {
      grant = null;
    }
    return true;
  }

  private AccessToken ask(Credentials asking) throws ApiException {
    String form =
        "grant_type=client_credentials&client_id="
            + encoded(asking.clientId())
            + "&client_secret="
            + encoded(asking.secret());
    HttpResponse<String> response =
        transport.send(
            HttpRequest.newBuilder(asking.issuer().resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form)),
            true);
    JsonNode answer = Json.parse(response.body()).orElseGet(Json::object);
    if (response.statusCode() == OK && answer.path("access_token").isTextual()) {
      return AccessToken.of(answer);
    }
    throw new ApiException(failure(response, answer));
  }

  private Failure failure(HttpResponse<String> response, JsonNode answer) {
    String error = answer.path("error").asText();
    if (response.statusCode() == UNAUTHORIZED && error.equals("invalid_client")) {
      return new Failure.WrongCredentials();
    }
    if (response.statusCode() == TOO_MANY_REQUESTS) {
      return new Failure.Locked(Transport.retryAfter(response));
    }
    if (answer.path("code").isTextual()) {
      return new Failure.Refused(Problem.of(response.statusCode(), answer));
    }
    if (Transport.isAway(response)) {
      return new Failure.Unreachable(credentials.issuer().toString());
    }
    return error.isEmpty()
        ? new Failure.NotThisService(credentials.issuer().toString(), response.statusCode())
        : new Failure.NotIssued(error, answer.path("error_description").asText());
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
