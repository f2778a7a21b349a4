package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.session.TextSearch;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The search of {@link OrdersViewModel}, with and without the administration. */
class OrderSearchTest {
  private static final String AT = "2026-11-20T10:00:00.000Z";

  @AutoClose private final StubSession stub = new StubSession();
  private final OrdersViewModel exact = model(false);
  private final OrdersViewModel parts = model(true);

  private OrdersViewModel model(boolean withAdministration) {
    return new OrdersViewModel(
        stub.background, stub.session(withAdministration), ZoneId.of("Europe/Berlin"));
  }

  private static String order(String id, String status, String updatedAt) {
    return """
    {"id":"%s","status":"%s","order_type":"t","attempt_count":0,"subject":{"reference":"p1"},
     "created_at":"2026-11-20T10:00:00.000Z","updated_at":"%s"}
    """
        .formatted(id, status, updatedAt);
  }

  private static String orderOf(String id, String subject, String day) {
    return order(id, "accepted", AT).replace("p1", subject).replace("-20T", "-" + day + "T");
  }

  private static JsonNode event(String type, String order) {
    return Json.parse("{\"type\":\"%s\",\"data\":%s}".formatted(type, order)).orElseThrow();
  }

  private static String hit(String kind, String id, String subject, String matched) {
    return """
    {"kind":"%s","tenant_id":"tn_1","id":"%s","subject_reference":"%s","matched":["%s"]}
    """
        .formatted(kind, id, subject, matched);
  }

  private static String hits(boolean hasMore, String... hits) {
    return """
    {"data":[%s],"has_more":%s,"searched":["name","phone"]}
    """
        .formatted(String.join(",", hits), hasMore);
  }

  private void search(OrdersViewModel model, String text) {
    model.search().set(text);
    model.apply();
    stub.uiExecutor.runNext();
  }

  private static List<String> shown(OrdersViewModel model) {
    return model.rows().rows().stream().map(row -> row.id() + " " + row.status()).toList();
  }

  private static List<String> ids(OrdersViewModel model) {
    return model.rows().rows().stream().map(OrderRow::id).toList();
  }

  private List<String> targets() {
    return stub.service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  private static TextSearch.Extent extent(OrdersViewModel model) {
    return model.textSearch.report().get().extent();
  }

  @Test
  void searchesBothReferencesWithoutDuplicates() {
    String order = order("ord_1", "accepted", "2026-11-20T10:00:00.000Z");
    stub.service
        .then(200, "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(order))
        .then(200, "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(order));
    exact.search().set("p1");
    exact.apply();
    stub.uiExecutor.runNext();
    assertThat(shown(exact)).containsExactly("ord_1 accepted");
    assertThat(stub.service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/call-orders?client_reference=p1&limit=100",
            "/v1/call-orders?subject_reference=p1&limit=100");
  }

  @Test
  void showsNothingForUnknownIdentifier() {
    stub.service.then(404, "{\"code\":\"not_found\",\"title\":\"T\",\"detail\":\"D\"}");
    exact.search().set("ord_0");
    exact.apply();
    stub.uiExecutor.runNext();
    assertThat(shown(exact)).isEmpty();
    assertThat(exact.rows().failure().get()).isNull();
  }

  @Test
  void addsNoOrdersThatASearchExcludes() {
    stub.service.then(200, UnknownValueOrders.page());
    exact.search().set("enr_1");
    exact.apply();
    stub.uiExecutor.runNext();
    String order = order("ord_2", "accepted", "2026-11-20T10:00:09.000Z");
    exact.handleEvents(List.of(event("call_order.accepted", order)));
    exact.orderCreated(OrderRow.of(Json.parse(order).orElseThrow()));
    assertThat(shown(exact)).isEmpty();
    assertThat(stub.service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/call-orders?enrollment_id=enr_1&limit=100");
  }

  @Test
  void addsOrdersToTheirPartOfASearchResult() {
    String at = "2026-11-20T10:00:00.000Z";
    String byClient = "{\"client_reference\":\"p1\",";
    stub.service
        .then(
            200,
            UnknownValueOrders.page(
                order("ord_1", "accepted", at).replace("{\"id", byClient + "\"id")))
        .then(200, UnknownValueOrders.page(order("ord_2", "accepted", at)));
    exact.search().set("p1");
    exact.apply();
    stub.uiExecutor.runNext();
    String late = order("ord_3", "accepted", at);
    exact.handleEvents(
        List.of(
            event("call_order.accepted", late),
            event(
                "call_order.accepted",
                late.replace("ord_3", "ord_4").replace("{\"id", byClient + "\"id")),
            event(
                "call_order.accepted",
                late.replace("ord_3", "ord_5").replace("\"p1\"", "\"p2\""))));
    assertThat(exact.rows().rows())
        .extracting(OrderRow::id)
        .containsExactly("ord_4", "ord_1", "ord_3", "ord_2");
  }

  @Test
  void readsAllPagesOfBothReferences() {
    String page = "{\"data\":[%s],\"has_more\":true,\"next_cursor\":\"c%d\"}";
    String at = "2026-11-20T10:00:00.000Z";
    stub.service
        .then(200, page.formatted(order("ord_1", "accepted", at), 1))
        .then(200, UnknownValueOrders.page(order("ord_2", "accepted", at)))
        .then(200, page.formatted(order("ord_3", "accepted", at), 2))
        .then(200, UnknownValueOrders.page(order("ord_4", "accepted", at)));
    exact.search().set("p1");
    exact.apply();
    stub.uiExecutor.runNext();
    for (int number = 2; number <= 3; number++) {
      exact.rows().loadNext();
      stub.uiExecutor.runNext();
    }
    assertThat(shown(exact)).hasSize(4);
    assertThat(stub.service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/call-orders?client_reference=p1&limit=100",
            "/v1/call-orders?client_reference=p1&limit=100&after=c1",
            "/v1/call-orders?subject_reference=p1&limit=100",
            "/v1/call-orders?subject_reference=p1&limit=100&after=c2");
  }

  @Test
  void findsAllOrdersOfAPersonByPartsOfTheirName() {
    stub.service
        .then(200, UnknownValueOrders.page())
        .then(200, UnknownValueOrders.page())
        .then(
            200,
            hits(
                false,
                hit("subject", "", "p1", "name"),
                hit("subject", "", "p2", "client_reference"),
                hit("order", "ord_1", "p1", "name"),
                hit("enrollment", "enr_1", "p1", "name"),
                hit("order", "ord_4", "p2", "client_reference"),
                hit("comet", "com_1", "p3", "tail")))
        .then(
            200,
            UnknownValueOrders.page(orderOf("ord_3", "p1", "23"), orderOf("ord_1", "p1", "21")))
        .then(200, orderOf("ord_4", "p2", "22"));
    search(parts, "Mus");
    assertThat(ids(parts)).containsExactly("ord_3", "ord_4", "ord_1");
    assertThat(targets())
        .containsExactly(
            "/v1/call-orders?client_reference=Mus&limit=100",
            "/v1/call-orders?subject_reference=Mus&limit=100",
            "/admin/v1/search?q=Mus&tenant_id=tn_1",
            "/v1/call-orders?subject_reference=p1&limit=100",
            "/v1/call-orders/ord_4");
    assertThat(parts.textSearch.report().get())
        .isEqualTo(new TextSearch.Report(TextSearch.Extent.PARTS, List.of("name", "phone")));
  }

  @Test
  void addsOrdersOfFoundPersons() {
    stub.service
        .then(200, UnknownValueOrders.page())
        .then(200, UnknownValueOrders.page())
        .then(200, hits(false, hit("subject", "", "p1", "phone")))
        .then(200, UnknownValueOrders.page(orderOf("ord_1", "p1", "21")));
    search(parts, "5021");
    parts.handleEvents(
        List.of(
            event("call_order.accepted", orderOf("ord_2", "p1", "22")),
            event("call_order.accepted", orderOf("ord_3", "p2", "23")),
            event("call_order.accepted", orderOf("ord_4", "debtor-5021", "24"))));
    assertThat(ids(parts)).containsExactly("ord_4", "ord_2", "ord_1");
    assertThat(parts.rows().leaving()).isEmpty();
  }

  @Test
  void keepsAFoundOrderWhoseTextsDoNotContainTheSearch() {
    stub.service
        .then(200, UnknownValueOrders.page())
        .then(200, UnknownValueOrders.page())
        .then(200, hits(false, hit("order", "ord_1", "", "phone")))
        .then(200, orderOf("ord_1", "", "21"));
    search(parts, "5021");
    parts.handleEvents(List.of(event("call_order.dialing", orderOf("ord_1", "", "21"))));
    assertThat(ids(parts)).containsExactly("ord_1");
    assertThat(parts.rows().leaving()).isEmpty();
  }

  @Test
  void findsTheStartOfAnIdentifier() {
    stub.service
        .then(404, "{\"code\":\"not_found\"}")
        .then(200, hits(false, hit("order", "ord_123", "p1", "identifier")))
        .then(200, orderOf("ord_123", "p1", "21"));
    search(parts, "ord_12");
    assertThat(ids(parts)).containsExactly("ord_123");
  }

  @Test
  void saysThatThereAreMoreHits() {
    stub.service
        .then(200, UnknownValueOrders.page())
        .then(200, UnknownValueOrders.page())
        .then(200, hits(true));
    search(parts, "Mus");
    assertThat(extent(parts)).isEqualTo(TextSearch.Extent.FIRST_PARTS);
  }

  @Test
  void saysWhyOnlyWholeValuesWereCompared() {
    for (int answer = 0; answer < 2; answer++) {
      stub.service.then(200, UnknownValueOrders.page()).then(200, UnknownValueOrders.page());
    }
    search(exact, "Muster");
    assertThat(extent(exact)).isEqualTo(TextSearch.Extent.EXACT);
    search(parts, "Mu");
    assertThat(extent(parts)).isEqualTo(TextSearch.Extent.TOO_SHORT);
    stub.service
        .then(200, UnknownValueOrders.page(order("ord_1", "accepted", AT)))
        .then(200, UnknownValueOrders.page())
        .then(403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    search(parts, "Muster");
    assertThat(extent(parts)).isEqualTo(TextSearch.Extent.FAILED);
    assertThat(ids(parts)).as("whole values all the same").containsExactly("ord_1");
  }

  @Test
  void saysNothingWithoutASearch() {
    stub.service.then(200, UnknownValueOrders.page());
    search(parts, "enr_1");
    assertThat(extent(parts)).isEqualTo(TextSearch.Extent.IDENTIFIER);
    parts.search().set("");
    assertThat(extent(parts)).isEqualTo(TextSearch.Extent.NONE);
  }

  /** An export would contain it twice. */
  @Test
  void listsNoOrderTwice() throws Exception {
    String page = UnknownValueOrders.page(orderOf("ord_1", "debtor", "21"));
    stub.service
        .then(200, UnknownValueOrders.page())
        .then(200, page)
        .then(200, hits(false, hit("subject", "", "debtor", "reference")))
        .then(200, page);
    assertThat(parts.search("debtor").source().page("").rows())
        .extracting(OrderRow::id)
        .containsExactly("ord_1");
  }
}
