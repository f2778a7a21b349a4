package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node is killed while it sends webhooks. */
@Tag("long")
class NodeCrashDuringDeliveryTest {
  private static final int EVENTS = 12;

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private RunningService survivor;

  @BeforeEach
  void open() {
    survivor =
        RunningService.sandbox(Map.of("CALLORDERS_WEBHOOK_EXTRA_TARGETS", receiver.hostAndPort()));
  }

  @AfterEach
  void close() {
    survivor.close();
    vertx.close().await();
  }

  @Test
  void otherNodeTakesOverDeliveriesWithinHalfAMinute() throws Exception {
    RunningTenant tenant = survivor.newTenant();
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    String endpoint = hooks.active(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    Process killed = survivor.startNode();
    try {
      for (int each = 0; each < EVENTS; each++) {
        tenant.api().post(OrderTypeBody.PATH, OrderTypeBody.of("type_" + each)).is(201);
      }
      Await.until(
          "both nodes are sending",
          () -> owners(hooks),
          owners -> Set.copyOf(owners).size() == 2 && owners.size() == held.size());
    } finally {
      killed.destroyForcibly().waitFor();
    }
    assertThat(
            hooks.sql(
                "SELECT FROM webhook_delivery_queue WHERE lease_until > now() + interval '25"
                    + " seconds'"))
        .as("no lease lasts longer")
        .isEmpty();
    receiver.respondWith(204);
    held.forEach(request -> request.response().setStatusCode(204).end());
    Await.until(
        "only deliveries leased by the killed node are left",
        () ->
            hooks.sql(
                "SELECT DISTINCT COALESCE(owner::text, 'no owner') FROM webhook_delivery_queue"),
        owners -> owners.size() == 1 && !owners.contains(List.of("no owner")));
    hooks.sql("UPDATE webhook_delivery_queue SET due_at = now(), lease_until = now()");
    tenant.api().post(TestWebhookEndpoints.path(endpoint) + "/test").is(200); // wakes the sender

    List<JsonNode> log =
        Await.until(
            "everything is delivered",
            () ->
                tenant
                    .api()
                    .get(TestWebhookEndpoints.DELIVERIES + "?event_type=order_type.created")
                    .rows(),
            rows -> rows.stream().allMatch(row -> row.path("status").asText().equals("succeeded")));
    assertThat(log).hasSize(EVENTS).allSatisfy(row -> assertThat(row.path("attempts")).hasSize(1));
    Map<String, Set<String>> bodies =
        receiver.requests.stream()
            .filter(got -> got.json().path("type").asText().equals("order_type.created"))
            .collect(
                Collectors.groupingBy(
                    Receiver.ReceivedRequest::id,
                    Collectors.mapping(Receiver.ReceivedRequest::body, Collectors.toSet())));
    assertThat(bodies.keySet())
        .containsExactlyInAnyOrderElementsOf(
            log.stream().map(row -> row.path("event_id").asText()).toList());
    assertThat(bodies.values()).allSatisfy(same -> assertThat(same).hasSize(1));
    assertThat(receiver.requests.size())
        .as("deliveries of the killed node are repeated")
        .isGreaterThan(EVENTS);
    assertThat(hooks.sql("SELECT FROM webhook_delivery_queue")).isEmpty();
  }

  private static List<String> owners(TestWebhookEndpoints hooks) {
    return hooks.sql("SELECT owner FROM webhook_delivery_queue WHERE lease_until > now()").stream()
        .map(List::getFirst)
        .toList();
  }
}
