package eu.callorders.console.api;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Sends requests, and once more where that does no harm. */
public final class Transport {
  private static final int TRIES = 4;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  /** How patient the console is. */
  public record Patience(Duration connect, Duration answer, Duration firstPause, Duration waits) {
    public static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(250),
            Duration.ofSeconds(5));
  }

  private final HttpClient client;
  private final Patience patience;
  private final Reachability reachability = new Reachability();

  public Transport(Patience patience) {
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(patience.connect())
            .build();
  }

  public Reachability reachability() {
    return reachability;
  }

  /**
   * Sends until there is an answer that waiting would not change, or patience has run out.
   *
   * @param repeatable whether it changes nothing, or carries an idempotency key
   */
  HttpResponse<String> send(HttpRequest.Builder request, boolean repeatable) throws ApiException {
    HttpRequest built = request.timeout(patience.answer()).build();
    for (int tried = repeatable ? 1 : TRIES; ; tried++) {
      try {
        HttpResponse<String> response = client.send(built, BodyHandlers.ofString());
        boolean away =
            response.statusCode() >= BAD_GATEWAY && response.statusCode() <= GATEWAY_TIMEOUT;
        reachability.found(!away);
        if (tried == TRIES || !(away || waitsBriefly(response))) {
          return response;
        }
        pause(pause(tried, response));
      } catch (IOException e) {
        reachability.found(false);
        if (tried == TRIES || e instanceof HttpTimeoutException) {
          throw new ApiException(failure(built, e));
        }
        pause(pause(tried));
      } catch (InterruptedException e) {
        throw stopped();
      }
    }
  }

  private boolean waitsBriefly(HttpResponse<String> response) {
    return response.statusCode() == TOO_MANY_REQUESTS
        && retryAfter(response).compareTo(patience.waits()) <= 0;
  }

  static Duration retryAfter(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("[0-9]{1,6}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElse(Duration.ZERO);
  }

  private Duration pause(int tried, HttpResponse<String> response) {
    Duration asked = retryAfter(response);
    return asked.isZero() || asked.compareTo(patience.waits()) > 0 ? pause(tried) : asked;
  }

  private Duration pause(int tried) {
    double spread = 0.75 + ThreadLocalRandom.current().nextDouble() / 2;
    return Duration.ofMillis((long) (patience.firstPause().toMillis() * (1L << tried) * spread));
  }

  private static void pause(Duration time) throws ApiException {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      throw stopped();
    }
  }

  private Failure failure(HttpRequest request, IOException e) {
    String address = request.uri().getScheme() + "://" + request.uri().getAuthority();
    return e instanceof HttpTimeoutException
        ? new Failure.TimedOut(address, patience.answer())
        : new Failure.Unreachable(address);
  }

  private static ApiException stopped() {
    Thread.currentThread().interrupt();
    return new ApiException(new Failure.Stopped());
  }
}
