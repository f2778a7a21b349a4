package eu.callorders.server.webhook.delivery;

import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.netty.handler.codec.DecoderException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to untrusted endpoints: to checked addresses only, verified by name, once, bounded
 * in time and size. No redirects, cookies, decompression or proxies.
 */
public final class WebhookSender {
  /** Limit of bytes read from a response; a longer one counts, and its connection is closed. */
  public static final int MAX_BODY_BYTES = 64 * 1024;

  /** From DNS lookup to the last byte of the response. */
  public static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_HEADER_BYTES = 16 * 1024;
  private static final int MAX_STATUS_LINE_BYTES = 4 * 1024;

  /** Below the five seconds after which many servers close an idle connection. */
  private static final int IDLE_SECONDS = 4;

  private static final int MAX_ADDRESSES = 3;
  private static final int FIRST_FINAL_STATUS = 200;

  private final SafeResolver resolver;
  private final InstantSource realTime;
  private final Duration timeout;
  private final List<SendLoop> loops;
  private final AtomicInteger nextLoop = new AtomicInteger();

  /**
   * An event loop with a client that no other thread uses: two event loops that share one may spin
   * for ever (docs/upstream/http-client-spins.md).
   */
  private record SendLoop(Context context, HttpClient client) {}

  /**
   * @param connections maximum per address, in equal parts on each event loop
   * @param timeout timeout of a whole attempt
   */
  public WebhookSender(
      Vertx vertx,
      SafeResolver resolver,
      TrustManager trust,
      int connections,
      Duration timeout,
      InstantSource realTime) {
    this.resolver = resolver;
    this.realTime = realTime;
    this.timeout = timeout;
    int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, connections);
    PoolOptions pool = new PoolOptions().setHttp1MaxSize(connections / count);
    this.loops =
        Stream.generate(() -> loop((VertxInternal) vertx, options(trust), pool))
            .limit(count)
            .toList();
  }

  private static SendLoop loop(VertxInternal vertx, HttpClientOptions options, PoolOptions pool) {
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(pool)
            .withConnectHandler(connection -> connection.exceptionHandler(ignored -> {}))
            .build();
    return new SendLoop(vertx.createEventLoopContext(), client);
  }

  private static HttpClientOptions options(TrustManager trust) {
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setTrustOptions(TrustOptions.wrap(trust))
        .setVerifyHost(true)
        .setDecompressionSupported(false)
        .setMaxRedirects(0)
        .setPipelining(false)
        .setKeepAliveTimeout(IDLE_SECONDS)
        .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
        .setSslHandshakeTimeout(CONNECT_TIMEOUT.toMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES);
  }

  /**
   * Makes one request.
   *
   * @param headers besides those of HTTP itself
   * @param withBody whether the result has the body, which is read in any case so that the
   *     connection can be reused
   * @return never fails; completes on an arbitrary thread
   */
  public Future<SendResult> send(
      TargetUrl url, Map<String, String> headers, Buffer body, boolean withBody) {
    return send(url, headers, body, withBody, timeout);
  }

  /**
   * As {@link #send(TargetUrl, Map, Buffer, boolean)}, with a timeout of its own.
   *
   * @param limit from DNS lookup to the last byte of the response
   */
  public Future<SendResult> send(
      TargetUrl url, Map<String, String> headers, Buffer body, boolean withBody, Duration limit) {
    Promise<SendResult> result = Promise.promise();
    SendLoop loop = loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
    loop.context()
        .runOnContext(
            ignored -> new SendTask(loop, url, headers, body, withBody, result).start(limit));
    return result.future();
  }

  /** Closes all connections; running requests end as failed connections. */
  public Future<Void> close() {
    return Future.join(loops.stream().map(loop -> loop.client().close()).toList()).mapEmpty();
  }

  /** One request, confined to one event loop. */
  private final class SendTask {
    private final SendLoop loop;
    private final TargetUrl url;
    private final Map<String, String> headers;
    private final Buffer body;
    private final Promise<SendResult> result;
    private final boolean withBody;
    private final Buffer received = Buffer.buffer();
    private int bytesRead;
    private @Nullable HttpClientRequest request;
    private long timer;

    SendTask(
        SendLoop loop,
        TargetUrl url,
        Map<String, String> headers,
        Buffer body,
        boolean withBody,
        Promise<SendResult> result) {
      this.loop = loop;
      this.url = url;
      this.headers = headers;
      this.body = body;
      this.withBody = withBody;
      this.result = result;
    }

    void start(Duration limit) {
      timer =
          loop.context()
              .owner()
              .setTimer(limit.toMillis(), expired -> fail(new TimeoutException()));
      resolver
          .check(url)
          .onSuccess(addresses -> loop.context().runOnContext(ignored -> connect(addresses, 0)))
          .onFailure(refused -> complete(new SendResult.NoResponse(AttemptError.TARGET_REFUSED)));
    }

    private void connect(List<InetAddress> addresses, int index) {
      if (isOver()) {
        return;
      }
      loop.client()
          .request(requestOptions(addresses.get(index)))
          .onComplete(
              (connected, failure) -> {
                if (connected != null) {
                  send(connected);
                } else if (index + 1 < Math.min(addresses.size(), MAX_ADDRESSES)
                    && AttemptError.of(failure) == AttemptError.CONNECTION_FAILED) {
                  connect(addresses, index + 1);
                } else {
                  fail(failure);
                }
              });
    }

    /**
     * Connects to the checked address; TLS verifies the name. Only the client has a connect
     * timeout: when that of a request expires, Vert.x 5.0 forgets the connection and never closes
     * it.
     */
    private RequestOptions requestOptions(InetAddress address) {
      return new RequestOptions()
          .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, url.port())))
          .setHost(url.host())
          .setPort(url.port())
          .setSsl(url.secure())
          .setMethod(HttpMethod.POST)
          .setURI(url.target())
          .setFollowRedirects(false);
    }

    private void send(HttpClientRequest connected) {
      connected.exceptionHandler(this::fail);
      if (isOver()) {
        connected.connection().close();
        return;
      }
      request = connected;
      connected.putHeader("host", url.authority());
      headers.forEach(connected::putHeader);
      connected.send(body).onSuccess(this::receive).onFailure(this::fail);
    }

    private void receive(HttpClientResponse response) {
      response.exceptionHandler(this::fail);
      if (response.statusCode() < FIRST_FINAL_STATUS) {
        fail(new DecoderException("interim response instead of a final one"));
        return;
      }
      response.handler(
          chunk -> {
            int more = Math.min(chunk.length(), MAX_BODY_BYTES - bytesRead);
            bytesRead += more;
            if (withBody) {
              received.appendBuffer(chunk, 0, more);
            }
            if (bytesRead == MAX_BODY_BYTES) {
              complete(response(response));
              closeConnection();
            }
          });
      response.endHandler(whole -> complete(response(response)));
    }

    private SendResult response(HttpClientResponse response) {
      return new SendResult.ReceivedResponse(
          response.statusCode(),
          received,
          RetryAfterHeader.read(response.getHeader("retry-after"), realTime.instant()));
    }

    private boolean isOver() {
      return result.future().isComplete();
    }

    private void fail(Throwable failure) {
      complete(new SendResult.NoResponse(AttemptError.of(failure)));
      closeConnection();
    }

    private void complete(SendResult outcome) {
      if (result.tryComplete(outcome)) {
        loop.context().owner().cancelTimer(timer);
      }
    }

    /** Closes the connection; no effect when it is already released. */
    private void closeConnection() {
      if (request != null) {
        request.reset();
      }
    }
  }
}
