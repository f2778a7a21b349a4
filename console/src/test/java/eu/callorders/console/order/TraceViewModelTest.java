package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TraceViewModelTest {
  private static final String ORDER = "{\"id\":\"%s\"}";
  private static final Duration NEVER = Duration.ofDays(1);

  @AutoClose private final StubSession stub = new StubSession();
  private final TraceViewModel model = model(NEVER, Scope.EVENTS_READ, Scope.CONFIG_READ);

  private TraceViewModel model(Duration pollInterval, Scope... scopes) {
    return new TraceViewModel(stub.background, stub.session(scopes), pollInterval);
  }

  private static OrderDetail order(String id, int events) {
    return StubSession.detail(ORDER.formatted(id), true, UnknownValueOrders.events(id, events));
  }

  private TraceViewModelTest deliveries(String... deliveries) {
    stub.service.then(200, UnknownValueOrders.page(deliveries));
    return this;
  }

  /** Endpoints are loaded with the first deliveries. */
  private TraceViewModelTest endpoints() {
    stub.service.then(
        200, "{\"data\":[{\"id\":\"whe_1\",\"url\":\"https://a.example/h\"}],\"has_more\":false}");
    return this;
  }

  private void runUpdates(int times) {
    for (int time = 0; time < times; time++) {
      stub.uiExecutor.runNext();
    }
  }

  private List<String> asked() {
    return stub.service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  private static List<String> shown(TraceViewModel model) {
    return model.lines.stream()
        .map(
            line ->
                line instanceof TraceEntry.Delivery delivery
                    ? delivery.id() + " " + delivery.status()
                    : line.eventId())
        .toList();
  }

  @Test
  void sendsNoRequestsWhileHidden() {
    model.show(order("ord_1", 2));
    assertThat(shown(model)).containsExactly("evt_2", "evt_1");
    assertThat(asked()).isEmpty();
    assertThat(model.searchedCount.get()).isZero();
  }

  @Test
  void loadsDeliveriesLatestEventFirst() {
    deliveries(
            UnknownValueOrders.delivery("whd_2", "evt_2", "whe_1", "failed", 500, 503),
            UnknownValueOrders.delivery("whd_1", "evt_2", "whe_0", "succeeded", 200))
        .endpoints()
        .deliveries();
    model.show(order("ord_1", 2));
    model.setVisible(true);
    runUpdates(2);
    assertThat(shown(model)).containsExactly("evt_2", "whd_2 failed", "whd_1 succeeded", "evt_1");
    assertThat(((TraceEntry.Delivery) model.lines.get(1)).attempts()).isEqualTo(2);
    assertThat(((TraceEntry.Delivery) model.lines.get(1)).lastResult()).isEqualTo("503");
    assertThat(model.url("whe_1")).isEqualTo("https://a.example/h");
    assertThat(model.url("whe_0")).isEqualTo("whe_0");
    assertThat(model.searchedCount.get()).isEqualTo(2);
    assertThat(asked())
        .containsExactly(
            "/v1/webhook-deliveries?event_id=evt_2&limit=100",
            "/v1/webhook-endpoints?limit=100",
            "/v1/webhook-deliveries?event_id=evt_1&limit=100");
  }

  @Test
  void stopsAtTheLimit() {
    stub.service.fixed("/v1/webhook-deliveries", 200, UnknownValueOrders.page());
    stub.service.fixed("/v1/webhook-endpoints", 200, UnknownValueOrders.page());
    model.show(order("ord_1", TraceViewModel.BATCH_SIZE + 5));
    model.setVisible(true);
    runUpdates(TraceViewModel.BATCH_SIZE);
    assertThat(model.searchedCount.get()).isEqualTo(TraceViewModel.BATCH_SIZE);
    assertThat(model.hasMore()).isTrue();
    model.searchFurther();
    runUpdates(5);
    assertThat(model.searchedCount.get()).isEqualTo(TraceViewModel.BATCH_SIZE + 5);
    assertThat(model.hasMore()).isFalse();
  }

  @Test
  void searchesOnlyNewEventsAfterUpdate() {
    deliveries().endpoints();
    model.show(order("ord_1", 1));
    model.setVisible(true);
    runUpdates(1);
    deliveries(UnknownValueOrders.delivery("whd_2", "evt_2", "whe_1", "succeeded", 200));
    model.show(order("ord_1", 2));
    runUpdates(1);
    assertThat(shown(model)).containsExactly("evt_2", "whd_2 succeeded", "evt_1");
    assertThat(asked()).hasSize(3).last().asString().contains("evt_2");
  }

  @Test
  void pollsPendingDeliveriesOnly() {
    TraceViewModel polling = model(Duration.ZERO, Scope.EVENTS_READ, Scope.CONFIG_READ);
    deliveries(UnknownValueOrders.delivery("whd_2", "evt_2", "whe_1", "retrying", 503)).endpoints();
    deliveries(UnknownValueOrders.delivery("whd_1", "evt_1", "whe_1", "succeeded", 200));
    polling.show(order("ord_1", 2));
    polling.setVisible(true);
    runUpdates(2);
    deliveries(UnknownValueOrders.delivery("whd_2", "evt_2", "whe_1", "succeeded", 503, 200));
    runUpdates(2);
    assertThat(shown(polling))
        .containsExactly("evt_2", "whd_2 succeeded", "evt_1", "whd_1 succeeded");
    assertThat(asked()).hasSize(4).last().asString().contains("evt_2");
  }

  @Test
  void pollsNewEventWithoutDeliveries() {
    TraceViewModel polling = model(Duration.ZERO, Scope.EVENTS_READ, Scope.CONFIG_READ);
    deliveries().endpoints();
    polling.show(order("ord_1", 1));
    polling.setVisible(true);
    runUpdates(1);
    deliveries()
        .deliveries(UnknownValueOrders.delivery("whd_2", "evt_2", "whe_1", "succeeded", 200));
    polling.show(order("ord_1", 2));
    runUpdates(3);
    assertThat(shown(polling)).containsExactly("evt_2", "whd_2 succeeded", "evt_1");
  }

  @Test
  void stopsAtFailureUntilRetry() {
    stub.service.then(403, "{\"code\":\"insufficient_scope\"}");
    model.show(order("ord_1", 1));
    model.setVisible(true);
    runUpdates(1);
    assertThat(model.failure.get()).isNotNull();
    deliveries(UnknownValueOrders.delivery("whd_1", "evt_1", "whe_1", "succeeded", 200))
        .endpoints();
    model.retry();
    runUpdates(1);
    assertThat(model.failure.get()).isNull();
    assertThat(shown(model)).containsExactly("evt_1", "whd_1 succeeded");
  }

  @Test
  void clearsDeliveriesOfPreviousOrder() {
    deliveries(UnknownValueOrders.delivery("whd_1", "evt_1", "whe_1", "succeeded", 200))
        .endpoints();
    model.show(order("ord_1", 1));
    model.setVisible(true);
    runUpdates(1);
    model.setVisible(false);
    model.show(order("ord_2", 1));
    assertThat(shown(model)).containsExactly("evt_1");
    model.show(null);
    assertThat(shown(model)).isEmpty();
  }

  @Test
  void loadsNoDeliveriesWithoutScope() {
    TraceViewModel limited = model(NEVER, Scope.EVENTS_READ);
    limited.show(order("ord_1", TraceViewModel.BATCH_SIZE + 1));
    limited.setVisible(true);
    assertThat(asked()).isEmpty();
    assertThat(limited.maySearch()).isFalse();
    assertThat(limited.hasMore()).isFalse();
    assertThat(limited.lines).hasSize(TraceViewModel.BATCH_SIZE + 1);
    assertThat(model(NEVER, Scope.CONFIG_READ).maySearch()).as("without events:read").isFalse();
  }

  private void always(String event, String... deliveries) {
    stub.service.fixed(
        "/v1/webhook-deliveries?event_id=" + event + "&limit=100",
        200,
        UnknownValueOrders.page(deliveries));
  }

  private long asked(String event) {
    return asked().stream().filter(target -> target.contains(event + "&")).count();
  }

  @Test
  void pollsOnlyPendingDeliveriesWithinLimit() {
    TraceViewModel polling = model(Duration.ZERO, Scope.EVENTS_READ, Scope.CONFIG_READ);
    int events = TraceViewModel.BATCH_SIZE + 1;
    stub.service.fixed("/v1/webhook-deliveries", 200, UnknownValueOrders.page());
    stub.service.fixed("/v1/webhook-endpoints", 200, UnknownValueOrders.page());
    String latest = "evt_" + events;
    always(latest, UnknownValueOrders.delivery("whd_1", latest, "whe_1", "pending"));
    always("evt_20", UnknownValueOrders.delivery("whd_2", "evt_20", "whe_1", "succeeded", 200));
    polling.show(order("ord_1", events));
    polling.setVisible(true);
    runUpdates(TraceViewModel.BATCH_SIZE + 2 * 3);
    assertThat(asked(latest)).isGreaterThanOrEqualTo(4);
    assertThat(asked("evt_20")).isOne();
    assertThat(asked("evt_1")).as("beyond the limit").isZero();
  }

  @Test
  void pollsNewEventAtMostTwice() {
    TraceViewModel polling = model(Duration.ZERO, Scope.EVENTS_READ, Scope.CONFIG_READ);
    stub.service.fixed("/v1/webhook-endpoints", 200, UnknownValueOrders.page());
    always("evt_1", UnknownValueOrders.delivery("whd_1", "evt_1", "whe_1", "pending"));
    always("evt_2");
    polling.show(order("ord_1", 1));
    polling.setVisible(true);
    runUpdates(1);
    polling.show(order("ord_1", 2));
    runUpdates(12);
    assertThat(asked("evt_2")).isEqualTo(2);
  }
}
