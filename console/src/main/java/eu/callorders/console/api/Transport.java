package eu.callorders.console.api;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends requests and retries them where that is safe. */
public final class Transport {
  private static final int MAX_ATTEMPTS = 4;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;
  private static final long MAX_RESPONSE_MEGABYTES = 64;

  /** Limits for connections, responses and pauses between attempts. */
  public record Timeouts(
      Duration connect, Duration response, Duration firstPause, Duration maxRetryAfter) {
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(250),
            Duration.ofSeconds(5));
  }

  private final HttpClient client;
  private final Timeouts timeouts;
  private final ConnectionStatus status;

  /** Loads the HTTP and JSON classes early, since the first request needs some time for it. */
  public static void warmUp() {
    HttpClient.newHttpClient().close();
    Json.parse("{}");
  }

  public Transport(Timeouts timeouts) {
    this(timeouts, new ConnectionStatus());
  }

  Transport(Timeouts timeouts, ConnectionStatus status) {
    this.timeouts = timeouts;
    this.status = status;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeouts.connect())
            .build();
  }

  public ConnectionStatus status() {
    return status;
  }

  /**
   * Sends a request and retries transient failures up to the attempt limit.
   *
   * @param repeatable whether the request is read-only or carries an idempotency key
   */
  HttpResponse<String> send(HttpRequest.Builder request, boolean repeatable) throws ApiException {
    HttpRequest built = request.build();
    for (int attempt = repeatable ? 1 : MAX_ATTEMPTS; ; attempt++) {
      try {
        HttpResponse<String> response = exchange(built, timeouts.response());
        boolean unavailable = isUnavailable(response);
        status.responded(unavailable);
        if (attempt == MAX_ATTEMPTS || !(unavailable || isRetryableSoon(response))) {
          return response;
        }
        pause(pause(attempt, response));
      } catch (LostResponse e) {
        report(e);
        if (attempt == MAX_ATTEMPTS || !e.retryable) {
          throw new ApiException(e.failure);
        }
        pause(pause(attempt));
      } catch (InterruptedException e) {
        throw stopped();
      }
    }
  }

  /** Sends a small request once, to see whether any response arrives within that time. */
  void probe(HttpRequest.Builder request, Duration timeout) throws InterruptedException {
    try {
      status.probed(isUnavailable(exchange(request.build(), timeout)));
    } catch (LostResponse e) {
      report(e);
    }
  }

  /** A timeout alone is not an outage while other requests get responses. */
  private void report(LostResponse lost) {
    if (lost.failure instanceof Failure.TooLong) {
      status.responded(false);
    } else if (!(lost.failure instanceof Failure.TimedOut timedOut)
        || status.silence().compareTo(timedOut.after()) >= 0) {
      status.lost();
    }
  }

  /** The timeout covers the complete response, so that a slow one does not exceed it. */
  private HttpResponse<String> exchange(HttpRequest request, Duration timeout)
      throws LostResponse, InterruptedException {
    AtomicBoolean begun = new AtomicBoolean();
    CompletableFuture<HttpResponse<String>> response =
        client.sendAsync(
            request,
            ignored -> {
              begun.set(true);
              return new LimitedBody(MAX_RESPONSE_MEGABYTES << 20);
            });
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Failure failure = failure(address(request), e.getCause(), begun.get());
      throw new LostResponse(
          failure, failure.isTransient() && !(e.getCause() instanceof HttpTimeoutException));
    } catch (TimeoutException e) {
      throw new LostResponse(new Failure.TimedOut(address(request), timeout), false);
    } finally {
      response.cancel(true); // no effect once complete
    }
  }

  private static Failure failure(String address, @Nullable Throwable error, boolean begun) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof LimitedBody.TooLong) {
        return new Failure.TooLong(address, MAX_RESPONSE_MEGABYTES);
      }
      if (cause instanceof SSLException) {
        return new Failure.NotSecure(address);
      }
    }
    return begun ? new Failure.CutOff(address) : new Failure.Unreachable(address);
  }

  private static String address(HttpRequest request) {
    return request.uri().getScheme() + "://" + request.uri().getAuthority();
  }

  /** A request without a response. */
  private static final class LostResponse extends Exception {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial")
    private final transient Failure failure;

    /** Whether to retry immediately; false after a timeout. */
    private final boolean retryable;

    private LostResponse(Failure failure, boolean again) {
      super(failure.toString());
      this.failure = failure;
      this.retryable = again;
    }
  }

  private boolean isRetryableSoon(HttpResponse<String> response) {
    return response.statusCode() == TOO_MANY_REQUESTS
        && retryAfter(response).compareTo(timeouts.maxRetryAfter()) <= 0;
  }

  static Duration retryAfter(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("[0-9]{1,6}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElse(Duration.ZERO);
  }

  private Duration pause(int attempt, HttpResponse<String> response) {
    Duration requested = retryAfter(response);
    return requested.isZero() || requested.compareTo(timeouts.maxRetryAfter()) > 0
        ? pause(attempt)
        : requested;
  }

  private Duration pause(int attempt) {
    double jitter = 0.75 + ThreadLocalRandom.current().nextDouble() / 2;
    return Duration.ofMillis((long) (timeouts.firstPause().toMillis() * (1L << attempt) * jitter));
  }

  private static void pause(Duration time) throws ApiException {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      throw stopped();
    }
  }

  /** Whether a proxy responds that it cannot reach the service. */
  static boolean isUnavailable(HttpResponse<String> response) {
    return response.statusCode() >= BAD_GATEWAY && response.statusCode() <= GATEWAY_TIMEOUT;
  }

  private static ApiException stopped() {
    Thread.currentThread().interrupt();
    return new ApiException(new Failure.Stopped());
  }
}
