package eu.callorders.console.api;

import eu.callorders.client.ExchangeListener;
import eu.callorders.client.HttpTransport;
import eu.callorders.client.RetryPolicy;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.function.IntConsumer;

/** Connections to one service: their limits and retries, and the status that they show. */
public final class Transport {
  private static final int MAX_RETRIES = 3;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  /** Limits for connections, responses and pauses between attempts. */
  public record Timeouts(
      Duration connect, Duration response, Duration firstPause, Duration maxRetryAfter) {
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofSeconds(5));
  }

  private final HttpClient client;
  private final ConnectionStatus status;
  private final HttpTransport exchanges;
  private final RetryPolicy retries;
  private final FailureMapper failures;

  /** Loads the HTTP and JSON classes early, since the first request needs some time for it. */
  public static void warmUp() {
    HttpClient.newHttpClient().close();
    Json.parse("{}");
  }

  public Transport(Timeouts timeouts) {
    this(timeouts, new ConnectionStatus());
  }

  Transport(Timeouts timeouts, ConnectionStatus status) {
    this.status = status;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeouts.connect())
            .build();
    this.exchanges = exchanges(timeouts.response(), it -> status.responded(isUnavailable(it)));
    this.retries =
        new RetryPolicy(
            MAX_RETRIES, timeouts.firstPause(), timeouts.maxRetryAfter(), Transport::isRetried);
    this.failures = new FailureMapper(timeouts.response());
  }

  public ConnectionStatus status() {
    return status;
  }

  HttpTransport exchanges() {
    return exchanges;
  }

  RetryPolicy retries() {
    return retries;
  }

  FailureMapper failures() {
    return failures;
  }

  /** Sends a small request once, to see whether any response arrives within that time. */
  void probe(HttpRequest request, Duration timeout) throws InterruptedException {
    try {
      exchanges(timeout, it -> status.probed(isUnavailable(it))).exchange(request);
    } catch (UnreachableException e) {
      // the status shows it
    }
  }

  private HttpTransport exchanges(Duration timeout, IntConsumer responded) {
    return new HttpTransport(
        client,
        timeout,
        new ExchangeListener() {
          @Override
          public void responded(int code) {
            responded.accept(code);
          }

          @Override
          public void failed(UnreachableException failure) {
            report(failure.reason(), timeout);
          }
        });
  }

  /** A timeout alone is not an outage while other requests get responses. */
  private void report(Reason reason, Duration timeout) {
    if (reason == Reason.TOO_LARGE) {
      status.responded(false);
    } else if (reason != Reason.TIMEOUT || status.silence().compareTo(timeout) >= 0) {
      status.lost();
    }
  }

  /** A timeout has made the operator wait already. */
  private static boolean isRetried(RuntimeException failure) {
    return switch (failure) {
      case ApiException refused ->
          refused.status() == TOO_MANY_REQUESTS || isUnavailable(refused.status());
      case UnreachableException lost ->
          lost.reason() == Reason.NOT_CONNECTED || lost.reason() == Reason.INCOMPLETE;
      default -> false;
    };
  }

  /** Whether a proxy responds that it cannot reach the service. */
  static boolean isUnavailable(int status) {
    return status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT;
  }
}
