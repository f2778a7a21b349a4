package eu.callorders.client;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.CallOrderApi;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.model.ProblemCode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client of the API, safe for use by many threads: one per registration is enough. It keeps its
 * token, stays within the rate limit, and repeats what failed for a passing reason.
 */
public final class CallOrderClient implements CallOrderApi {
  private static final int UNAUTHORIZED = 401;

  private final HttpTransport transport;
  private final TokenCache tokens;
  private final RatePacer pacer;
  private final RetryPolicy retries;

  private CallOrderClient(
      HttpTransport transport, TokenCache tokens, RatePacer pacer, RetryPolicy retries) {
    this.transport = transport;
    this.tokens = tokens;
    this.pacer = pacer;
    this.retries = retries;
  }

  /**
   * Settings of a client of one registration.
   *
   * @param baseUrl address of the API without path, such as {@code https://sandbox.example}
   */
  public static Builder builder(String baseUrl, String clientId, String clientSecret) {
    return new Builder(baseUrl, clientId, clientSecret);
  }

  /** The same client, with its token and its pace, under another retry policy. */
  public CallOrderClient with(RetryPolicy policy) {
    return new CallOrderClient(transport, tokens, pacer, policy);
  }

  /** The requests per second that the service grants, as far as its responses show it. */
  public OptionalLong requestsPerSecond() {
    return pacer.rate();
  }

  @Override
  public <T> ApiResponse<T> send(ApiRequest<T> request) {
    ApiRequest<T> keyed =
        request.isWrite() && !request.headers().containsKey(ApiRequest.IDEMPOTENCY_KEY)
            ? request.withIdempotencyKey(UUID.randomUUID().toString())
            : request;
    try {
      return sendUntilDone(keyed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted", e);
    }
  }

  private <T> ApiResponse<T> sendUntilDone(ApiRequest<T> request) throws InterruptedException {
    for (int attempt = 0; true; attempt++) {
      Optional<Duration> delay;
      RuntimeException failure;
      try {
        return sendAuthorized(request);
      } catch (ApiException e) {
        delay = retries.delay(attempt, random(), e);
        failure = e;
      } catch (UnreachableException e) {
        delay = retries.delay(attempt, random());
        failure = e;
      }
      if (delay.isEmpty()) {
        throw failure;
      }
      TimeUnit.NANOSECONDS.sleep(delay.get().toNanos());
    }
  }

  private static double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  /** A refused token is replaced once: it may have been revoked. */
  private <T> ApiResponse<T> sendAuthorized(ApiRequest<T> request) throws InterruptedException {
    String token = tokens.token();
    try {
      return exchange(request, token);
    } catch (ApiException e) {
      if (e.status() != UNAUTHORIZED) {
        throw e;
      }
      tokens.drop(token);
      return exchange(request, tokens.token());
    }
  }

  private <T> ApiResponse<T> exchange(ApiRequest<T> request, String token)
      throws InterruptedException {
    for (long wait = pacer.tryAcquire(); wait > 0; wait = pacer.tryAcquire()) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
    try {
      HttpResponse<byte[]> response = transport.exchange(request, token);
      pacer.update(response.headers());
      return HttpTransport.read(response, request.type());
    } catch (ApiException e) {
      if (e.code().equals(ProblemCode.RATE_LIMITED)) {
        pacer.pause(e.retryAfter().orElse(Duration.ofSeconds(1)).toNanos());
      }
      throw e;
    } catch (IOException e) {
      pacer.release();
      throw new UnreachableException(request.method() + " " + request.path() + ": " + e, e);
    }
  }

  /** Settings of a client. */
  public static final class Builder {
    private final String baseUrl;
    private final String clientId;
    private final String clientSecret;
    private String authUrl;
    private List<String> scopes = List.of();
    private @Nullable HttpClient http;
    private RetryPolicy retries = RetryPolicy.DEFAULT;
    private Duration timeout = Duration.ofSeconds(60);
    private String userAgent = "call-orders-java";

    private Builder(String baseUrl, String clientId, String clientSecret) {
      this.baseUrl = withoutSlash(baseUrl);
      this.authUrl = this.baseUrl;
      this.clientId = Objects.requireNonNull(clientId);
      this.clientSecret = Objects.requireNonNull(clientSecret);
    }

    private static String withoutSlash(String url) {
      return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** The address of the token issuer, when it is another one. */
    public Builder authUrl(String url) {
      this.authUrl = withoutSlash(url);
      return this;
    }

    /** The scopes to request; by default all of the registration. */
    public Builder scopes(String... names) {
      this.scopes = List.of(names);
      return this;
    }

    /** An HTTP client of the caller's, for proxies and certificates. */
    public Builder httpClient(HttpClient client) {
      this.http = client;
      return this;
    }

    public Builder retryPolicy(RetryPolicy policy) {
      this.retries = policy;
      return this;
    }

    /** Limit of one exchange; 60 seconds by default. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    public Builder userAgent(String value) {
      this.userAgent = value;
      return this;
    }

    public CallOrderClient build() {
      HttpClient client = http;
      if (client == null) {
        client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
      }
      TokenIssuer issuer =
          new TokenIssuer(client, authUrl, clientId, clientSecret, scopes, timeout);
      return new CallOrderClient(
          new HttpTransport(client, baseUrl, timeout, userAgent),
          new TokenCache(issuer::request, System::nanoTime),
          new RatePacer(System::nanoTime),
          retries);
    }
  }
}
