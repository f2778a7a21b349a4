package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a token that is good for a while yet: a new one is asked for before the old one expires.
 * How long it has been good is measured here, so that wrong clocks on either side do not matter.
 */
public final class Tokens implements Bearer {
  private static final long EARLY_SECONDS = 90;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Transport transport;
  private final Credentials credentials;
  private final LongSupplier nanos;
  private @Nullable Grant grant;
  private long renewAt;

  public Tokens(Transport transport, Credentials credentials) {
    this(transport, credentials, System::nanoTime);
  }

  Tokens(Transport transport, Credentials credentials, LongSupplier nanos) {
    this.transport = transport;
    this.credentials = credentials;
    this.nanos = nanos;
  }

  /** The grant in force, renewed when it is about to expire. */
  public synchronized Grant grant() throws ApiException {
    Grant current = grant;
    if (current != null && nanos.getAsLong() - renewAt < 0) {
      return current;
    }
    Grant renewed = ask();
    long good = Math.max(renewed.seconds() - EARLY_SECONDS, renewed.seconds() / 2);
    renewAt = nanos.getAsLong() + TimeUnit.SECONDS.toNanos(good);
    grant = renewed;
    return renewed;
  }

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

  private Grant ask() throws ApiException {
    String form =
        "grant_type=client_credentials&client_id="
            + encoded(credentials.clientId())
            + "&client_secret="
            + encoded(credentials.secret());
    HttpResponse<String> response =
        transport.send(
            HttpRequest.newBuilder(credentials.issuer().resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form)),
            true);
    JsonNode answer = Json.parse(response.body()).orElseGet(Json::object);
    if (response.statusCode() == OK && answer.path("access_token").isTextual()) {
      return Grant.of(answer);
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
    return error.isEmpty()
        ? new Failure.NotThisService(credentials.issuer().toString(), response.statusCode())
        : new Failure.NotIssued(error, answer.path("error_description").asText());
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
