package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveriesViewModelTest {
  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final DeliveriesViewModel model =
      new DeliveriesViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Patience.DEFAULT), service.address(), "token"),
          ZoneId.of("Europe/Berlin"),
          Duration.ZERO,
          () -> {});

  @AfterEach
  void close() {
    model.look(false);
    background.close();
    service.close();
  }

  private static String delivery(int number, String status) {
    return """
    {"id":"whd_%d","event_id":"evt_%d","event_type":"call.ended","endpoint_id":"whe_1",
     "status":"%s","attempts":[],"created_at":"2026-11-20T10:00:%02d.000Z"}
    """
        .formatted(number, number, status, number);
  }

  private void page(boolean more, String... rows) {
    service.then(
        200,
        "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":%s}"
            .formatted(String.join(",", rows), more, more ? "\"c\"" : "null"));
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(row -> row.id() + " " + row.status()).toList();
  }

  @Test
  void asksForWhatIsFilledIn() {
    page(false);
    model.endpoint().set("whe_1");
    model.status().set(DeliveryStatus.DEAD_LETTER);
    model.eventType().set(null);
    model.apply();
    drawing.next();
    assertThat(service.asked().getFirst().target())
        .isEqualTo("/v1/webhook-deliveries?endpoint_id=whe_1&status=failed&limit=100");
  }

  @Test
  void opensWhatAnotherScreenLeadsTo() {
    page(false);
    page(false);
    model.status().set("failed");
    model.open("whe_9");
    drawing.next();
    model.open("evt_9");
    drawing.next();
    assertThat(service.asked())
        .extracting(FakeService.Asked::target)
        .containsExactly(
            "/v1/webhook-deliveries?endpoint_id=whe_9&limit=100",
            "/v1/webhook-deliveries?event_id=evt_9&limit=100");
  }

  @Test
  void keepsTheTopAsItIsWhileSomebodyLooks() {
    page(true, delivery(5, "pending"), delivery(4, "pending"), delivery(3, "pending"));
    model.apply();
    drawing.next();
    page(true, delivery(6, "pending"), delivery(5, "succeeded"), delivery(3, "pending"));
    model.look(true);
    drawing.next();
    assertThat(shown()).containsExactly("whd_6 pending", "whd_5 succeeded", "whd_3 pending");
  }

  @Test
  void beginsAgainWhenMoreHasComeThanAPageHolds() {
    page(true, delivery(1, "pending"));
    model.apply();
    drawing.next();
    page(true, delivery(9, "pending"), delivery(8, "pending"));
    page(true, delivery(9, "succeeded"), delivery(8, "pending"));
    model.look(true);
    while (!shown().contains("whd_9 succeeded")) {
      drawing.next();
    }
    assertThat(shown()).containsExactly("whd_9 succeeded", "whd_8 pending");
  }
}
