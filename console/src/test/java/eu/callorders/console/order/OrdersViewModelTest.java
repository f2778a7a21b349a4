package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.DirectExecutor;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OrdersViewModelTest {
  private static final String EMPTY_PAGE = "{\"data\":[],\"has_more\":false,\"next_cursor\":null}";

  @AutoClose private final StubSession stub = new StubSession();
  private final FakeService service = stub.service;
  private final DirectExecutor uiExecutor = stub.uiExecutor;
  private final OrdersViewModel model =
      new OrdersViewModel(stub.background, stub.session(), ZoneId.of("Europe/Berlin"));

  private static String order(String id, String status, String updatedAt) {
    return """
    {"id":"%s","status":"%s","order_type":"t","attempt_count":0,"subject":{"reference":"p1"},
     "created_at":"2026-11-20T10:00:00.000Z","updated_at":"%s"}
    """
        .formatted(id, status, updatedAt);
  }

  private static JsonNode event(String type, String order) {
    return Json.parse("{\"type\":\"%s\",\"data\":%s}".formatted(type, order)).orElseThrow();
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(row -> row.id() + " " + row.status()).toList();
  }

  @Test
  void sendsFilledInFiltersOnly() {
    service.then(200, EMPTY_PAGE);
    model.filter().text("status").set("scheduled");
    model.filter().text("subject_reference").set(" p1 ");
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    model.apply();
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target())
        .isEqualTo(
            "/v1/call-orders?status=scheduled&subject_reference=p1"
                + "&created_after=2026-11-19T23%3A00%3A00Z"
                + "&created_before=2026-11-20T23%3A00%3A00Z&limit=100");
  }

  @Test
  void appliesEventsUnlessPageIsNewer() {
    String shown = order("ord_1", "scheduled", "2026-11-20T10:00:05.000Z");
    service.then(200, "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(shown));
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(
        List.of(
            event("call_order.accepted", order("ord_2", "accepted", "2026-11-20T10:00:09.000Z")),
            event("call_order.accepted", order("ord_1", "accepted", "2026-11-20T10:00:01.000Z")),
            event("call_order.dialing", order("ord_1", "dialing", "2026-11-20T10:00:10.000Z")),
            event("call.started", order("call_1", "", ""))));
    assertThat(shown()).containsExactly("ord_2 accepted", "ord_1 dialing");
  }

  @Test
  void readsTheFirstPageAgainWhenAHoldChanges() {
    String order = order("ord_1", "scheduled", "2026-11-20T10:00:05.000Z");
    String held = order.replace("\"attempt_count\"", "\"holds\":[{}],\"attempt_count\"");
    service.then(200, UnknownValueOrders.page(order)).then(200, UnknownValueOrders.page(held));
    model.apply();
    uiExecutor.runNext();
    assertThat(model.rows().rows()).extracting(OrderRow::isHeld).containsExactly(false);
    model.refreshAfterHolds(List.of(event("hold.created", "{}")));
    uiExecutor.runNext();
    OrderRow row = model.rows().rows().getFirst();
    Texts texts = Texts.of(OrdersView.class);
    assertThat(row.statusText(texts)).isEqualTo(texts.get("order.hold"));
    assertThat(row.tone()).isEqualTo(StatusBadge.Tone.WARNING);
  }

  @Test
  void addsNoOrderThatFiltersExclude() {
    service.then(200, EMPTY_PAGE);
    model.filter().text("subject_reference").set("p2");
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(
        List.of(
            event("call_order.accepted", order("ord_2", "accepted", "2026-11-20T10:00:09.000Z"))));
    assertThat(shown()).isEmpty();
  }

  @Test
  void ignoresOlderEvents() {
    String shown = order("ord_1", "scheduled", "2026-11-20T10:00:05.000Z");
    service.then(200, UnknownValueOrders.page(shown));
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(
        List.of(
            event("call_order.accepted", order("ord_1", "accepted", "2026-11-20T10:00:01.000Z"))));
    assertThat(shown()).containsExactly("ord_1 scheduled");
  }

  @Test
  void addsOrdersOfFilteredDaysOnly() {
    service.then(200, EMPTY_PAGE);
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    model.apply();
    uiExecutor.runNext();
    String created = "2026-11-20T10:00:00.000Z";
    String order = order("ord_1", "accepted", "2026-11-20T10:00:09.000Z");
    model.handleEvents(
        List.of(
            event("call_order.accepted", order),
            event(
                "call_order.accepted",
                withIdAndCreatedAt("ord_2", order, created, "2026-11-19T23:00:00Z")),
            event(
                "call_order.accepted",
                withIdAndCreatedAt("ord_3", order, created, "2026-11-19T22:59:59Z")),
            event(
                "call_order.accepted",
                withIdAndCreatedAt("ord_4", order, created, "2026-11-20T23:00:00Z")),
            event("call_order.accepted", withIdAndCreatedAt("ord_5", order, created, ""))));
    assertThat(shown()).containsExactly("ord_1 accepted", "ord_2 accepted");
  }

  private static String withIdAndCreatedAt(
      String id, String order, String before, String createdAt) {
    return order.replace("ord_1", id).replace(before, createdAt);
  }

  private void scheduled(String id, String createdMinute, String type, String status) {
    String order =
        order(id, status, "2026-11-20T10:30:00.000Z")
            .replace("10:00:00.000Z\",\"updated", "10:" + createdMinute + ":00.000Z\",\"updated");
    model.handleEvents(List.of(event("call_order." + type, order)));
  }

  @Test
  void followsTheStatusFilter() {
    String at = "2026-11-20T10:00:00.000Z";
    service.then(200, UnknownValueOrders.page(order("ord_1", "scheduled", at)));
    model.filter().text("status").set("scheduled");
    model.apply();
    uiExecutor.runNext();
    scheduled("ord_3", "20", "accepted", "accepted");
    scheduled("ord_2", "10", "scheduled", "scheduled");
    scheduled("ord_3", "20", "scheduled", "scheduled");
    assertThat(shown()).containsExactly("ord_3 scheduled", "ord_2 scheduled", "ord_1 scheduled");
    scheduled("ord_2", "10", "canceled", "canceled");
    assertThat(shown()).containsExactly("ord_3 scheduled", "ord_2 canceled", "ord_1 scheduled");
    assertThat(model.rows().leaving()).containsExactly("ord_2");
  }

  @Test
  void clearResetsFilters() {
    service.then(200, EMPTY_PAGE);
    model.search().set("x");
    model.filter().text("status").set("failed");
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    model.clear();
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo("/v1/call-orders?limit=100");
  }

  private static final String PERSON =
      """
      {"id":"ord_1","status":"scheduled","order_type":"t","attempt_count":0,
       "subject":{"reference":"p1","name":{"given_name":"Erika","family_name":"Muster"}},
       "contacts":[{"channel":"phone","value":"+493023125001","priority":100},
        {"channel":"phone","value":"+493023125021","priority":1},
        {"channel":"email","value":"e@example.org","priority":1}],
       "created_at":"2026-11-20T10:00:00.000Z","updated_at":"2026-11-20T10:00:05.000Z"}
      """;

  private List<String> persons() {
    return model.rows().rows().stream()
        .map(row -> row.status() + " " + row.person().text() + " " + row.phone())
        .toList();
  }

  @Test
  void keepsTheNameWhenAnEventUpdatesARow() {
    service.then(200, UnknownValueOrders.page(PERSON));
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(
        List.of(
            event("call_order.dialing", order("ord_1", "dialing", "2026-11-20T10:00:10.000Z"))));
    assertThat(persons()).containsExactly("dialing Erika Muster · p1 +49…5021");
    assertThat(model.rows().rows().getFirst().isComplete()).isTrue();
  }

  @Test
  void keepsTheNameWhenAnEventPrecedesItsPage() {
    service.then(200, UnknownValueOrders.page(PERSON));
    model.apply();
    Runnable page = uiExecutor.takeNext();
    model.handleEvents(
        List.of(
            event("call_order.dialing", order("ord_1", "dialing", "2026-11-20T10:00:10.000Z"))));
    page.run();
    assertThat(persons()).containsExactly("dialing Erika Muster · p1 +49…5021");
  }

  @Test
  void completesARowOfAnEventByItsPage() {
    service.then(200, EMPTY_PAGE).then(200, UnknownValueOrders.page(PERSON));
    model.apply();
    uiExecutor.runNext();
    String at = "2026-11-20T10:00:05.000Z";
    model.handleEvents(List.of(event("call_order.scheduled", order("ord_1", "scheduled", at))));
    assertThat(persons()).containsExactly("scheduled p1 ");
    assertThat(model.rows().rows().getFirst().isComplete()).isFalse();
    model.rows().refresh();
    uiExecutor.runNext();
    assertThat(persons()).containsExactly("scheduled Erika Muster · p1 +49…5021");
  }

  @Test
  void dropsTheNameOfARedactedOrder() {
    service.then(200, UnknownValueOrders.page(PERSON));
    model.apply();
    uiExecutor.runNext();
    String redacted =
        order("ord_1", "completed", "2026-11-20T10:00:10.000Z")
            .replace("\"p1\"", "\"\"")
            .replace("{\"id\"", "{\"redacted_at\":\"2026-11-20T10:00:10.000Z\",\"id\"");
    model.handleEvents(List.of(event("call_order.updated", redacted)));
    assertThat(persons()).containsExactly("completed  ");
  }
}
