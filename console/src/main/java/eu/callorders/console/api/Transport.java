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

/** Sends requests, and once more where that does no harm. */
public final class Transport {
  private static final int TRIES = 4;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;
  private static final long LONGEST_MEGABYTES = 64;

  /** How patient the console is. */
  public record Timeouts(Duration connect, Duration answer, Duration firstPause, Duration waits) {
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(250),
            Duration.ofSeconds(5));
  }

  private final HttpClient client;
  private final Timeouts patience;
  private final ConnectionStatus reachability = new ConnectionStatus();

  /** Loads what a first request needs, which takes a while, beside whatever else begins. */
  public static void prepare() {
    HttpClient.newHttpClient().close();
    Json.parse("{}");
  }

  public Transport(Timeouts patience) {
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(patience.connect())
            .build();
  }

  public ConnectionStatus reachability() {
    return reachability;
  }

  /**
   * Sends until there is an answer that waiting would not change, or patience has run out.
   *
   * @param repeatable whether it changes nothing, or carries an idempotency key
   */
  HttpResponse<String> send(HttpRequest.Builder request, boolean repeatable) throws ApiException {
    HttpRequest built = request.build();
    for (int tried = repeatable ? 1 : TRIES; ; tried++) {
      try {
        HttpResponse<String> response = exchange(built);
        boolean away = isAway(response);
        reachability.found(!away);
        if (tried == TRIES || !(away || waitsBriefly(response))) {
          return response;
        }
        pause(pause(tried, response));
      } catch (LostResponse e) {
        reachability.found(e.failure instanceof Failure.TooLong);
        if (tried == TRIES || !e.again) {
          throw new ApiException(e.failure);
        }
        pause(pause(tried));
      } catch (InterruptedException e) {
        throw stopped();
      }
    }
  }

  /** The whole answer: whoever lets it drip is not waited for any longer than the silent. */
  private HttpResponse<String> exchange(HttpRequest request)
      throws LostResponse, InterruptedException {
    AtomicBoolean begun = new AtomicBoolean();
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            request,
            ignored -> {
              begun.set(true);
              return new LimitedBody(LONGEST_MEGABYTES << 20);
            });
    try {
      return answer.get(patience.answer().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Failure failure = failure(address(request), e.getCause(), begun.get());
      throw new LostResponse(
          failure, failure.passes() && !(e.getCause() instanceof HttpTimeoutException));
    } catch (TimeoutException e) {
      throw new LostResponse(new Failure.TimedOut(address(request), patience.answer()), false);
    } finally {
      answer.cancel(true); // of no matter when it is there
    }
  }

  private static Failure failure(String address, @Nullable Throwable why, boolean begun) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof LimitedBody.TooLong) {
        return new Failure.TooLong(address, LONGEST_MEGABYTES);
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

  /** An answer that did not come. */
  private static final class LostResponse extends Exception {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial")
    private final transient Failure failure;

    /** Whether to try again at once: silence has taken its time already. */
    private final boolean again;

    private LostResponse(Failure failure, boolean again) {
      super(failure.toString());
      this.failure = failure;
      this.again = again;
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

  /** Whether something in between says that it does not reach the service. */
  static boolean isAway(HttpResponse<String> response) {
    return response.statusCode() >= BAD_GATEWAY && response.statusCode() <= GATEWAY_TIMEOUT;
  }

  private static ApiException stopped() {
    Thread.currentThread().interrupt();
    return new ApiException(new Failure.Stopped());
  }
}
