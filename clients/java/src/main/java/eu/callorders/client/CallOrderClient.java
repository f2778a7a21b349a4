package eu.callorders.client;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.CallOrderApi;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import eu.callorders.client.model.ProblemCode;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of the API, safe for use by many threads: one per registration is enough. It keeps its
 * token, stays within the rate limit, and repeats what failed for a passing reason.
 */
public final class CallOrderClient implements CallOrderApi {
  private static final int UNAUTHORIZED = 401;

  private final HttpTransport transport;
  private final RequestWriter writer;
  private final TokenSource tokens;
  private final RatePacer pacer;
  private final RetryPolicy retries;

  private CallOrderClient(
      HttpTransport transport,
      RequestWriter writer,
      TokenSource tokens,
      RatePacer pacer,
      RetryPolicy retries) {
    this.transport = transport;
    this.writer = writer;
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
    return new Builder(
        baseUrl, Objects.requireNonNull(clientId), Objects.requireNonNull(clientSecret));
  }

  /**
   * Settings of a client with tokens of the caller's.
   *
   * @param baseUrl address of the API without path
   */
  public static Builder builder(String baseUrl, TokenSource tokens) {
    return new Builder(baseUrl, "", "").tokens(tokens);
  }

  /** The same client, with its token and its pace, under another retry policy. */
  public CallOrderClient with(RetryPolicy policy) {
    return new CallOrderClient(transport, writer, tokens, pacer, policy);
  }

  /** The same client, which repeats requests only while a condition holds. */
  public CallOrderClient retryingWhile(BooleanSupplier condition) {
    return with(retries.onlyWhile(condition));
  }

  /** The requests per second that the service grants, as far as its responses show it. */
  public OptionalLong requestsPerSecond() {
    return pacer.rate();
  }

  /**
   * Requests a token unless there is one, so that a refusal shows before the first request.
   *
   * @throws ApiException when the credentials are refused
   * @throws UnreachableException without a response
   */
  public void authorize() {
    run(tokens::token);
  }

  @Override
  public <T> ApiResponse<T> send(ApiRequest<T> request) {
    ApiRequest<T> keyed =
        request.isWrite() && !request.headers().containsKey(ApiRequest.IDEMPOTENCY_KEY)
            ? request.withIdempotencyKey(UUID.randomUUID().toString())
            : request;
    return run(() -> sendAuthorized(keyed));
  }

  private <T> T run(RetryPolicy.Attempt<T> attempt) {
    try {
      return retries.run(attempt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException(Reason.INTERRUPTED, "interrupted", e);
    }
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
      String next = tokens.token();
      if (next.equals(token)) {
        throw e;
      }
      return exchange(request, next);
    }
  }

  private <T> ApiResponse<T> exchange(ApiRequest<T> request, String token)
      throws InterruptedException {
    for (long wait = pacer.tryAcquire(); wait > 0; wait = pacer.tryAcquire()) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
    try {
      HttpResponse<byte[]> response = transport.exchange(writer.write(request, token));
      pacer.update(response.headers());
      return ResponseReader.read(response, request.type());
    } catch (ApiException e) {
      if (e.code().equals(ProblemCode.RATE_LIMITED)) {
        pacer.pause(e.retryAfter().orElse(Duration.ofSeconds(1)).toNanos());
      }
      throw e;
    } catch (UnreachableException e) {
      pacer.release();
      throw e;
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
    private @Nullable HttpTransport transport;
    private @Nullable TokenSource tokens;
    private boolean isPaced = true;
    private double reserved;
    private RetryPolicy retries = RetryPolicy.DEFAULT;
    private Duration timeout = Duration.ofSeconds(60);
    private String userAgent = "call-orders-java";

    private Builder(String baseUrl, String clientId, String clientSecret) {
      this.baseUrl = withoutSlash(baseUrl);
      this.authUrl = this.baseUrl;
      this.clientId = clientId;
      this.clientSecret = clientSecret;
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

    /** A transport of the caller's, with its HTTP client and time limit. */
    public Builder transport(HttpTransport value) {
      this.transport = value;
      return this;
    }

    private Builder tokens(TokenSource source) {
      this.tokens = source;
      return this;
    }

    /** Does not limit the rate of requests; the service then refuses those that are too many. */
    public Builder unpaced() {
      this.isPaced = false;
      return this;
    }

    /**
     * Leaves a part of the rate limit to other clients of the registration.
     *
     * @param share of the limit, at least 0 and less than 1; 0 by default
     * @throws IllegalArgumentException for any other share
     */
    public Builder reserving(double share) {
      if (!(share >= 0 && share < 1)) {
        throw new IllegalArgumentException("share " + share);
      }
      this.reserved = share;
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
      HttpTransport exchanges =
          transport == null
              ? new HttpTransport(
                  http == null ? newHttpClient() : http, timeout, ExchangeListener.NONE)
              : transport;
      return new CallOrderClient(
          exchanges,
          new RequestWriter(baseUrl, userAgent),
          tokens == null ? newTokenCache(exchanges) : tokens,
          new RatePacer(System::nanoTime, isPaced, reserved),
          retries);
    }

    private static HttpClient newHttpClient() {
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .executor(ClientThreads.executor())
          .build();
    }

    private TokenCache newTokenCache(HttpTransport exchanges) {
      TokenIssuer issuer = new TokenIssuer(exchanges, authUrl, clientId, clientSecret, scopes);
      return new TokenCache(() -> issuer.request(RetryPolicy.NONE), System::nanoTime);
    }
  }
}
