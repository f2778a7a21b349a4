package eu.callorders.console.ordertype;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderTypesViewModelTest {
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";
  private static final String TYPE =
      "{\"key\":\"%s\",\"status\":\"%s\",\"version\":1,\"updated_at\":\"%s\"}";

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final OrderTypesViewModel model =
      new OrderTypesViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Patience.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void listsByStatusAndFindsByKeyWhateverIsTyped() {
    service.then(200, PAGE.formatted("")).then(404, "{\"code\":\"not_found\"}");
    model.status().set("draft");
    model.apply();
    drawing.next();
    model.search().set("a b/c");
    model.apply();
    drawing.next();
    assertThat(service.asked())
        .extracting(FakeService.Asked::target)
        .containsExactly("/v1/order-types?status=draft&limit=100", "/v1/order-types/a%20b%2Fc");
    assertThat(model.rows().rows()).isEmpty();
    assertThat(model.rows().failure().get()).isNull();
  }

  @Test
  void readsTheOneThatIsLookedAtAgainWhenItChanges() {
    String draft = TYPE.formatted("a", "draft", "2026-11-20T10:00:00.000Z");
    String active = TYPE.formatted("a", "active", "2026-11-20T10:01:00.000Z");
    service.then(200, PAGE.formatted(draft)).then(200, draft).then(200, active);
    model.apply();
    drawing.next();
    model.show("a");
    drawing.next();
    JsonNode event =
        Json.parse("{\"type\":\"order_type.updated\",\"data\":%s}".formatted(active)).orElseThrow();
    model.happened(List.of(event));
    drawing.next();
    assertThat(model.rows().rows().getFirst().status()).isEqualTo("active");
    JsonNode shown = model.detail().value().get();
    assertThat(shown).isNotNull();
    assertThat(shown.path("status").asText()).isEqualTo("active");
  }
}
