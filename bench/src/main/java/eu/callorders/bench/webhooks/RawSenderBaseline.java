package eu.callorders.bench.webhooks;

import eu.callorders.bench.Api;
import eu.callorders.bench.ClosedLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;

/** Sends over TLS with the service's client, without a database, a signature or a log. */
final class RawSenderBaseline implements AutoCloseable {
  private static final int AT_ONCE = 64;
  private static final Buffer BODY =
      Buffer.buffer("{\"data\":\"" + "0123456789abcdef".repeat(76) + "\"}");

  private final Vertx vertx;
  private final HttpClient client;
  private final Receivers receivers;
  private final int hosts;
  private int sent;

  RawSenderBaseline(Vertx vertx, ReceiverCertificate certificate, Receivers receivers, int hosts) {
    this.vertx = vertx;
    this.receivers = receivers;
    this.hosts = hosts;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_1_1)
                .setTrustOptions(
                    new PemTrustOptions().addCertPath(certificate.trusted().toString()))
                .setVerifyHost(true)
                .setPipelining(false),
            new PoolOptions().setHttp1MaxSize(AT_ONCE));
  }

  /** Sends so many, {@value #AT_ONCE} at once; answers how many that were in a second. */
  double perSecond(int count) {
    ClosedLoop.Run run = ClosedLoop.times(vertx, AT_ONCE, count, 204, this::send);
    run.requireAll();
    return run.perSecond();
  }

  private Future<Api.Answer> send() {
    RequestOptions to =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("localhost")
            .setPort(receivers.port(sent++ % hosts))
            .setSsl(true)
            .setURI("/bare")
            .putHeader("content-type", "application/json")
            .putHeader("user-agent", "call-orders-webhooks/1")
            .putHeader("webhook-id", "evt_00000000000000000000000000")
            .putHeader("webhook-timestamp", "1700000000")
            .putHeader("webhook-signature", "v1," + "0".repeat(44));
    return client.request(to).compose(request -> Api.answer(request, BODY));
  }

  @Override
  public void close() {
    client.close().await();
  }
}
