package eu.callorders.client;

import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;

/** One HTTP exchange, within limits of time and size. */
public final class HttpTransport {
  /** The largest response in bytes. */
  public static final long MAX_BYTES = 64L << 20;

  private final HttpClient http;
  private final Duration timeout;
  private final ExchangeListener listener;

  /**
   * Limits the exchanges of an HTTP client.
   *
   * @param timeout for the complete response, so that a slow one does not exceed it
   */
  public HttpTransport(HttpClient http, Duration timeout, ExchangeListener listener) {
    this.http = http;
    this.timeout = timeout;
    this.listener = listener;
  }

  /**
   * Sends a request once; the response is not interpreted.
   *
   * @throws UnreachableException without a response within the limits
   */
  public HttpResponse<byte[]> exchange(HttpRequest request) throws InterruptedException {
    AtomicBoolean begun = new AtomicBoolean();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(
            request,
            head -> {
              begun.set(true);
              return new LimitedBody(MAX_BYTES);
            });
    try {
      HttpResponse<byte[]> response = exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      listener.responded(response.statusCode());
      return response;
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw failed(request, reason(cause, begun.get()), cause);
    } catch (TimeoutException e) {
      throw failed(request, Reason.TIMEOUT, e);
    } finally {
      exchange.cancel(true); // no effect once complete
    }
  }

  private UnreachableException failed(HttpRequest request, Reason reason, Throwable cause) {
    String what = reason == Reason.TIMEOUT ? "no response within " + timeout : cause.toString();
    UnreachableException failure =
        new UnreachableException(
            reason, request.method() + " " + request.uri().getPath() + ": " + what, cause);
    listener.failed(failure);
    return failure;
  }

  private static Reason reason(Throwable error, boolean begun) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof LimitedBody.TooLargeException) {
        return Reason.TOO_LARGE;
      }
      if (cause instanceof SSLException) {
        return Reason.INSECURE;
      }
      if (cause instanceof HttpConnectTimeoutException) {
        return Reason.CONNECT_TIMEOUT;
      }
    }
    return begun ? Reason.INCOMPLETE : Reason.NOT_CONNECTED;
  }
}
