package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.tracing.CollectedSpan;
import eu.callorders.server.tracing.TestCollector;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The trace of an order from the request to the webhooks, over two nodes. */
class TracesTest {
  private static final String CLIENT_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CLIENT_SPAN = "00f067aa0ba902b7";

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final TestCollector collector = new TestCollector();
  private final Map<String, String> settings =
      Map.of(
          "CALLORDERS_OTLP_ENDPOINT",
          collector.address().toString(),
          "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
          receiver.hostAndPort());

  @AfterEach
  void close() {
    collector.close();
    vertx.close().await();
  }

  @Test
  void orderIsOneTraceOverARestart() {
    TestDatabase database = TestDatabase.create();
    String tenantId;
    OrderBody body;
    String order;
    try (RunningService first =
        RunningService.withDatabase(DatabaseSetup.keeping(database), settings)) {
      RunningTenant tenant = first.newTenant();
      tenantId = tenant.id();
      new TestWebhookEndpoints(tenant).active(receiver.url());
      body =
          tenant
              .order("21")
              .set("/scheduling/window/not_before", tenant.now().plus(Duration.ofHours(1)))
              .set("/subject/name/family_name", Canaries.NAME);
      order = accept(tenant, body);
      awaitWebhook("call_order.scheduled");
      assertThat(first.admin().get("/metrics").text())
          .contains("callorders_spans_dropped_total 0.0");
    }
    try (RunningService second =
        RunningService.withDatabase(DatabaseSetup.of(database), settings)) {
      RunningTenant tenant = new RunningTenant(second, tenantId);
      tenant.advanceClock(Duration.ofHours(3));
      tenant.awaitEnd(order);
      awaitWebhook("call_order.completed");
    }

    List<CollectedSpan> spans = spansOf(order);
    String trace = spans.getFirst().traceId();
    CollectedSpan root = named(spans, "accept order").getFirst();
    CollectedSpan call = named(spans, "call").getFirst();
    assertThat(trace)
        .isEqualTo(IdKind.ORDER.parse(order).orElseThrow().toString().replace("-", ""));
    assertThat(named(spans, "accept order")).hasSize(1);
    assertThat(root.parentId()).isEmpty();
    assertThat(named(spans, "plan attempt"))
        .extracting(CollectedSpan::instance)
        .contains(root.instance());
    assertThat(named(spans, "place call"))
        .extracting(CollectedSpan::parentId)
        .containsOnly(call.spanId());
    assertThat(call.instance()).isNotEqualTo(root.instance());
    assertThat(call.attribute("callorders.disposition")).isEqualTo("answered");
    assertThat(named(spans, "end order"))
        .singleElement()
        .satisfies(
            end -> assertThat(end.attribute("callorders.order_status")).isEqualTo("completed"));
    assertThat(named(spans, "send webhook"))
        .extracting(CollectedSpan::instance)
        .contains(root.instance(), call.instance());
    assertThat(spans)
        .filteredOn(span -> !List.of("accept order", "place call").contains(span.name()))
        .extracting(CollectedSpan::parentId)
        .containsOnly(root.spanId());

    assertThat(requestsOf(order))
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.traceId()).isEqualTo(CLIENT_TRACE);
              assertThat(request.parentId()).isEqualTo(CLIENT_SPAN);
              assertThat(request.links()).containsExactly(trace + ":" + root.spanId());
              assertThat(request.attribute("callorders.request_id")).isEqualTo(CLIENT_TRACE);
            });
    assertThat(receiver.requests).noneMatch(got -> got.headers().contains("traceparent"));
    assertThat(collector.text())
        .contains("call_order.completed")
        .doesNotContain(Canaries.NAME, body.phone(), body.phone().substring(1), body.reference());
  }

  private static String accept(RunningTenant tenant, OrderBody body) {
    return tenant
        .api()
        .send(
            "POST",
            Api.ORDERS,
            body.toString(),
            "traceparent",
            "00-" + CLIENT_TRACE + "-" + CLIENT_SPAN + "-01")
        .is(202)
        .id();
  }

  private void awaitWebhook(String type) {
    Await.until(
        type + " is delivered",
        () ->
            receiver.requests.stream()
                .anyMatch(got -> got.json().at("/type").asText().equals(type)));
  }

  /** Both nodes have sent their spans when they have stopped. */
  private List<CollectedSpan> spansOf(String order) {
    return collector.spans().stream()
        .filter(span -> order.equals(span.attribute("callorders.order_id")))
        .filter(span -> span.attribute("callorders.operation") == null)
        .toList();
  }

  private List<CollectedSpan> requestsOf(String order) {
    return collector.spans().stream()
        .filter(span -> order.equals(span.attribute("callorders.order_id")))
        .filter(span -> span.attribute("callorders.operation") != null)
        .toList();
  }

  private static List<CollectedSpan> named(List<CollectedSpan> spans, String name) {
    return spans.stream().filter(span -> span.name().equals(name)).toList();
  }
}
