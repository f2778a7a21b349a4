package eu.callorders.console.ordertype;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderTypesViewModelTest {
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";
  private static final String TYPE =
      "{\"key\":\"%s\",\"status\":\"%s\",\"version\":1,\"updated_at\":\"%s\"}";

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final OrderTypesViewModel model =
      new OrderTypesViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void filtersByStatusAndSearchesByEncodedKey() {
    service.then(200, PAGE.formatted("")).then(404, "{\"code\":\"not_found\"}");
    model.filter().text("status").set("draft");
    model.apply();
    uiExecutor.runNext();
    model.search().set("a b/c");
    model.apply();
    uiExecutor.runNext();
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/order-types?status=draft&limit=100", "/v1/order-types/a%20b%2Fc");
    assertThat(model.rows().rows()).isEmpty();
    assertThat(model.rows().failure().get()).isNull();
  }

  @Test
  void reloadsShownTypeOnItsEvent() {
    String draft = TYPE.formatted("a", "draft", "2026-11-20T10:00:00.000Z");
    String active = TYPE.formatted("a", "active", "2026-11-20T10:01:00.000Z");
    service.then(200, PAGE.formatted(draft)).then(200, draft).then(200, active);
    model.apply();
    uiExecutor.runNext();
    model.detail.show("a");
    uiExecutor.runNext();
    JsonNode event =
        Json.parse("{\"type\":\"order_type.updated\",\"data\":%s}".formatted(active)).orElseThrow();
    model.handleEvents(List.of(event));
    uiExecutor.runNext();
    assertThat(model.rows().rows().getFirst().status()).isEqualTo("active");
    JsonNode shown = model.detail.detail().get();
    assertThat(shown).isNotNull();
    assertThat(shown.path("status").asText()).isEqualTo("active");
  }

  private void list(String... types) {
    service.then(200, PAGE.formatted(String.join(",", types)));
    model.apply();
    uiExecutor.runNext();
  }

  private static JsonNode event(String type, String data) {
    return Json.parse("{\"type\":\"%s\",\"data\":%s}".formatted(type, data)).orElseThrow();
  }

  private static String type(String key, String status, String minute) {
    return TYPE.formatted(key, status, "2026-11-20T10:" + minute + ":00.000Z");
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(row -> row.key() + " " + row.status()).toList();
  }

  @Test
  void readsRow() {
    assertThat(
            OrderTypeRow.of(
                Json.parse(
                        """
                        {"key": "k", "title": "t", "status": "draft", "version": 3,
                         "created_at": "a", "updated_at": "b"}
                        """)
                    .orElseThrow()))
        .isEqualTo(new OrderTypeRow("k", "t", "draft", 3, "a", "b"));
  }

  @Test
  void addsOnlyMatchingRows() {
    list(type("a", "draft", "00"));
    model.handleEvents(
        List.of(
            event("order_type.created", type("b", "draft", "01")),
            event("order_type.updated", type("c", "draft", "01"))));
    assertThat(shown()).containsExactly("c draft", "b draft", "a draft");
    model.filter().text("status").set("active");
    list();
    model.handleEvents(List.of(event("order_type.created", type("d", "draft", "02"))));
    assertThat(shown()).isEmpty();
    model.search().set(" a ");
    service.then(200, type("a", "draft", "00"));
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(List.of(event("order_type.created", type("e", "active", "02"))));
    assertThat(shown()).containsExactly("a draft");
    assertThat(service.requests().getLast().target()).isEqualTo("/v1/order-types/a");
  }

  @Test
  void ignoresOlderEvents() {
    list(type("a", "archived", "05"));
    model.handleEvents(List.of(event("order_type.updated", type("a", "active", "04"))));
    assertThat(shown()).containsExactly("a archived");
  }

  @Test
  void loadsShownTypeOnceUntilItsEvent() {
    service.fixed("/v1/order-types/a", 200, type("a", "draft", "00"));
    list(type("a", "draft", "00"), type("b", "draft", "00"));
    model.detail.show("a");
    uiExecutor.runNext();
    model.detail.show("a");
    assertThat(model.detail.detail().get()).isNotNull();
    assertThat(model.rows().rows().stream().filter(model::isShown))
        .extracting(OrderTypeRow::key)
        .containsExactly("a");
    model.handleEvents(List.of(event("order_type.updated", type("a", "active", "01"))));
    uiExecutor.runNext();
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void clearResetsFilters() {
    service.then(200, PAGE.formatted(""));
    model.search().set("x");
    model.filter().text("status").set("draft");
    model.clear();
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo("/v1/order-types?limit=100");
  }
}
