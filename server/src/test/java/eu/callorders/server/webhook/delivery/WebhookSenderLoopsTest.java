package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.db.FreePort;
import eu.callorders.server.TestNode;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.ClientMetrics;
import io.vertx.core.spi.metrics.HttpClientMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.core.spi.observability.HttpRequest;
import io.vertx.core.spi.observability.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which threads look up the connections of a client. */
class WebhookSenderLoopsTest {
  private static final int ATTEMPTS = 20;
  private static final int CONNECTIONS = 10;

  private final List<ClientThreads> clients = new CopyOnWriteArrayList<>();
  private final CountDownLatch attemptsStarted = new CountDownLatch(1);
  private final Vertx outside = Vertx.vertx();
  private final FakeNameServer names = new FakeNameServer(outside, place -> addresses());
  private final Vertx vertx =
      Vertx.builder()
          .with(
              new VertxOptions()
                  .setEventLoopPoolSize(8)
                  .setAddressResolverOptions(names.options())
                  .setMetricsOptions(new MetricsOptions().setEnabled(true)))
          .withMetrics(options -> new ClientMetricsFactory())
          .build();

  /** The name server answers once all attempts wait for it: on the event loop of the look-up. */
  private List<byte[]> addresses() {
    try {
      assertThat(attemptsStarted.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return List.of(new byte[] {127, 0, 0, 1});
  }

  /** Gives each HTTP client metrics of its own. */
  private final class ClientMetricsFactory implements VertxMetrics {
    @Override
    public HttpClientMetrics<?, ?, ?> createHttpClientMetrics(HttpClientOptions options) {
      ClientThreads client = new ClientThreads();
      clients.add(client);
      return client;
    }
  }

  /** The threads that create the entry of an address, which ends with a refused connection. */
  private static final class ClientThreads implements HttpClientMetrics<Object, Object, Object> {
    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    @Override
    public ClientMetrics<Object, HttpRequest, HttpResponse> createEndpointMetrics(
        SocketAddress address, int maxPoolSize) {
      threads.add(Thread.currentThread().getName());
      return null;
    }
  }

  @AfterEach
  void close() {
    TestNode.await(vertx.close());
    TestNode.await(outside.close());
  }

  /** Event loops run their tasks in order: afterwards all attempts have started. */
  private void awaitTasksOfEventLoops() throws InterruptedException {
    for (EventExecutor loop : ((VertxInternal) vertx).nettyEventLoopGroup()) {
      loop.submit(() -> {}).sync();
    }
  }

  @Test
  void eachClientIsUsedByOneEventLoop() throws Exception {
    String target = "hooks.example.test:" + FreePort.choose();
    TargetRules rules = new TargetRules(Set.of(target));
    InstantSource time = InstantSource.system();
    WebhookSender sender =
        new WebhookSender(
            vertx,
            new SafeResolver(vertx, rules, new LocalAddresses(time)),
            TrustStore.with(null),
            CONNECTIONS,
            Duration.ofMinutes(1),
            time);
    TargetUrl url =
        ((TargetRules.Verdict.Allowed) rules.validate("http://" + target + "/hooks")).url();

    List<Future<SendResult>> sent =
        IntStream.range(0, ATTEMPTS)
            .mapToObj(ignored -> sender.send(url, Map.of(), Buffer.buffer("{}"), false))
            .toList();
    awaitTasksOfEventLoops();
    attemptsStarted.countDown();

    assertThat(sent)
        .allSatisfy(
            attempt ->
                assertThat(TestNode.await(attempt))
                    .isEqualTo(new SendResult.NoResponse(AttemptError.CONNECTION_FAILED)));
    assertThat(clients).allSatisfy(client -> assertThat(client.threads).hasSize(1));
    assertThat(clients.stream().flatMap(client -> client.threads.stream()))
        .hasSize(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, CONNECTIONS))
        .doesNotHaveDuplicates();
    TestNode.await(sender.close());
  }
}
