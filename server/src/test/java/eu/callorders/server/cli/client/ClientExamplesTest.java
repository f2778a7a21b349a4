package eu.callorders.server.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.WebhookVerifier;
import eu.callorders.client.api.ListSuppressionsQuery;
import eu.callorders.client.api.PagedIterable;
import eu.callorders.client.examples.EditWithEtag;
import eu.callorders.client.examples.FollowFeed;
import eu.callorders.client.examples.ImportSuppressions;
import eu.callorders.client.examples.OrderAndAwait;
import eu.callorders.client.examples.ReceiveWebhook;
import eu.callorders.client.model.CallOrder;
import eu.callorders.client.model.CallOrderStatus;
import eu.callorders.client.model.Event;
import eu.callorders.client.model.EventType;
import eu.callorders.client.model.SummaryCode;
import eu.callorders.client.model.Suppression;
import eu.callorders.client.model.WebhookEndpoint;
import eu.callorders.client.model.WebhookEndpointInput;
import eu.callorders.db.FreePort;
import eu.callorders.server.Await;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tasks of the Java client's README against a service. */
@Tag("long")
class ClientExamplesTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final CallOrderClient client = client(service, tenant);
  @TempDir private Path directory;

  private static CallOrderClient client(RunningService service, RunningTenant tenant) {
    return CallOrderClient.builder(service.address(), tenant.clientId(), tenant.clientSecret())
        .build();
  }

  @Test
  void ordersACallAndAwaitsItsResult() throws Exception {
    CallOrder order = OrderAndAwait.run(client, "debtor-1", "+493023125021");

    assertThat(order.status()).isEqualTo(CallOrderStatus.COMPLETED);
    assertThat(order.result().summaryCode()).isEqualTo(SummaryCode.PAYMENT_PROMISED);
    assertThat(order.calls()).hasSize(1);
  }

  @Test
  void followsTheFeedAndContinuesAfterARestart() throws Exception {
    Path place = directory.resolve("cursor");
    String first = OrderAndAwait.run(client, "debtor-1", "+493023125021").id();
    assertThat(follow(place, first)).containsExactly(first);

    tenant.create(tenant.laterOrder());
    String second = OrderAndAwait.run(client, "debtor-2", "+493023125121").id();
    assertThat(follow(place, second)).containsExactly(second);
  }

  /** Runs the consumer until an order has completed; returns all that have. */
  private List<String> follow(Path place, String last) throws InterruptedException {
    Queue<String> completed = new ConcurrentLinkedQueue<>();
    Thread consumer =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    FollowFeed.run(client, place, completed::add);
                  } catch (InterruptedException | RuntimeException e) {
                    // the test has ended it
                  }
                });
    Await.until(last + " in the feed", () -> completed.contains(last));
    AtomicReference<String> cursor = new AtomicReference<>("");
    Await.until(
        "the cursor is stored",
        () -> {
          String before = cursor.getAndSet(text(place));
          return !before.isEmpty();
        });
    consumer.interrupt();
    consumer.join(TimeUnit.SECONDS.toMillis(60));
    return List.copyOf(completed);
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void receivesAndVerifiesAWebhook() throws Exception {
    Queue<Event> received = new ConcurrentLinkedQueue<>();
    int port = FreePort.choose();
    Map<String, String> settings = Map.of("CALLORDERS_WEBHOOK_EXTRA_TARGETS", "127.0.0.1:" + port);
    try (RunningService other = RunningService.sandbox(settings)) {
      RunningTenant owner = other.newTenant();
      CallOrderClient api = client(other, owner);
      WebhookEndpoint endpoint =
          api.createWebhookEndpoint(
              WebhookEndpointInput.builder().url("http://127.0.0.1:" + port + "/hooks").build());
      HttpServer server =
          ReceiveWebhook.start(port, new WebhookVerifier(endpoint.secret()), received::add);
      try {
        Await.until(
            "the endpoint is verified",
            () -> api.getWebhookEndpoint(endpoint.id()).status().value().equals("active"));
        OrderAndAwait.run(api, "debtor-1", "+493023125021");
        Await.until(
            "the order's event",
            () ->
                received.stream()
                    .anyMatch(event -> event.type().equals(EventType.CALL_ORDER_COMPLETED)));
      } finally {
        server.stop(0);
      }
    }
  }

  @Test
  void editsAnOrderWithItsEtag() {
    String id = tenant.create(tenant.laterOrder());
    long attempts = client.getCallOrder(id).scheduling().maxAttempts();

    assertThat(EditWithEtag.run(client, id).scheduling().maxAttempts()).isEqualTo(attempts + 1);
  }

  @Test
  void importsSuppressions() throws Exception {
    List<String> phones = IntStream.range(0, 30).mapToObj("+4930231250%02d"::formatted).toList();
    Path file = Files.write(directory.resolve("phones.txt"), phones);

    assertThat(ImportSuppressions.run(client, file)).isEqualTo(30);
    Iterable<Suppression> all = client.iterateSuppressions(ListSuppressionsQuery.all().limit(7));
    assertThat(((PagedIterable<Suppression>) all).stream().map(Suppression::phone))
        .containsExactlyInAnyOrderElementsOf(phones);
  }
}
