package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrdersViewModelTest {
  private static final String EMPTY_PAGE = "{\"data\":[],\"has_more\":false,\"next_cursor\":null}";

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final OrdersViewModel model =
      new OrdersViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          ZoneId.of("Europe/Berlin"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

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
  void searchesBothReferencesWithoutDuplicates() {
    String order = order("ord_1", "accepted", "2026-11-20T10:00:00.000Z");
    service
        .then(200, "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(order))
        .then(200, "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(order));
    model.search().set("p1");
    model.apply();
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("ord_1 accepted");
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/call-orders?client_reference=p1&limit=100",
            "/v1/call-orders?subject_reference=p1&limit=100");
  }

  @Test
  void showsNothingForUnknownIdentifier() {
    service.then(404, "{\"code\":\"not_found\",\"title\":\"T\",\"detail\":\"D\"}");
    model.search().set("ord_0");
    model.apply();
    uiExecutor.runNext();
    assertThat(shown()).isEmpty();
    assertThat(model.rows().failure().get()).isNull();
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

  @Test
  void addsNoOrdersThatASearchExcludes() {
    service.then(200, EMPTY_PAGE);
    model.search().set("enr_1");
    model.apply();
    uiExecutor.runNext();
    String order = order("ord_2", "accepted", "2026-11-20T10:00:09.000Z");
    model.handleEvents(List.of(event("call_order.accepted", order)));
    model.orderCreated(OrderRow.of(Json.parse(order).orElseThrow()));
    assertThat(shown()).isEmpty();
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/call-orders?enrollment_id=enr_1&limit=100");
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
  void addsOrdersToTheirPartOfASearchResult() {
    String at = "2026-11-20T10:00:00.000Z";
    String byClient = "{\"client_reference\":\"p1\",";
    service
        .then(
            200,
            UnknownValueOrders.page(
                order("ord_1", "accepted", at).replace("{\"id", byClient + "\"id")))
        .then(200, UnknownValueOrders.page(order("ord_2", "accepted", at)));
    model.search().set("p1");
    model.apply();
    uiExecutor.runNext();
    String late = order("ord_3", "accepted", at);
    model.handleEvents(
        List.of(
            event("call_order.accepted", late),
            event(
                "call_order.accepted",
                late.replace("ord_3", "ord_4").replace("{\"id", byClient + "\"id")),
            event(
                "call_order.accepted",
                late.replace("ord_3", "ord_5").replace("\"p1\"", "\"p2\""))));
    assertThat(model.rows().rows())
        .extracting(OrderRow::id)
        .containsExactly("ord_4", "ord_1", "ord_3", "ord_2");
  }

  @Test
  void readsAllPagesOfBothReferences() {
    String page = "{\"data\":[%s],\"has_more\":true,\"next_cursor\":\"c%d\"}";
    String at = "2026-11-20T10:00:00.000Z";
    service
        .then(200, page.formatted(order("ord_1", "accepted", at), 1))
        .then(200, UnknownValueOrders.page(order("ord_2", "accepted", at)))
        .then(200, page.formatted(order("ord_3", "accepted", at), 2))
        .then(200, UnknownValueOrders.page(order("ord_4", "accepted", at)));
    model.search().set("p1");
    model.apply();
    uiExecutor.runNext();
    for (int number = 2; number <= 3; number++) {
      model.rows().loadNext();
      uiExecutor.runNext();
    }
    assertThat(shown()).hasSize(4);
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/call-orders?client_reference=p1&limit=100",
            "/v1/call-orders?client_reference=p1&limit=100&after=c1",
            "/v1/call-orders?subject_reference=p1&limit=100",
            "/v1/call-orders?subject_reference=p1&limit=100&after=c2");
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
}
