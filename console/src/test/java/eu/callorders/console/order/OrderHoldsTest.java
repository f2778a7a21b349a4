package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Link;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The holds on the person of an order. */
@RobotTest
@Tag("long")
class OrderHoldsTest {
  @AutoClose private OrderScreenFixture stage;
  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    stage = new OrderScreenFixture();
    stage.respondWithoutDeliveries();
  }

  @Test
  void showsHoldsWithLinks() {
    String order =
        UnknownValueOrders.order("scheduled", false)
            .replace(
                "\"enrollment_id\": null",
                """
                "enrollment_id": null, "holds": [{"id": "hld_1", "reason": "deceased"},
                 {"id": "hld_2", "reason": "disputed", "until": "2026-12-01T09:00:00.000Z"}]
                """);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    String free = UnknownValueOrders.order("scheduled", false).replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_2", 200, free);
    TableView<?> table = stage.list(home, order, free);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    Node holds = stage.find("#order-holds");
    stage.await(holds::isVisible);
    assertThat(stage.texts("#order-holds .label"))
        .containsSubsequence("Deceased", "until it is released", "Disputes the claim")
        .last()
        .asString()
        .startsWith("until 1 Dec 2026");
    Hyperlink link = stage.find("#order-holds .hold-link");
    stage.runAndWait(link::fire);
    assertThat(stage.links()).containsExactly(Link.to("holds", "hld_1"));
    assertThat(stage.texts("#order-links .status-badge")).containsExactly("2");
    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(holds.isManaged()).isFalse();
  }

  @Test
  void holdsThePersonOfAnOrder() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("POST /v1/holds", 201, "{}");
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    ButtonBase hold = stage.find("#hold-person");
    stage.await(() -> !hold.isDisabled());
    Platform.runLater(hold::fire);
    ComboBox<String> reason = stage.find("#place-dialog #hold-reason");
    assertThat(stage.<TextField>find("#place-dialog #hold-subject").getText())
        .isEqualTo("SUBJ-20417");
    stage.press("#place-dialog #hold-whole");
    stage.runAndWait(() -> reason.setValue("represented"));
    long reads = ordersRead();
    stage.press("#place-dialog #dialog-accept");
    stage.await(() -> ordersRead() > reads);
    assertThat(stage.<Label>find("#detail-notice").getText())
        .startsWith("The hold stands. No new call to ")
        .contains("SUBJ-20417, about any claim, until the hold is released.");
    assertThat(stage.service.requests())
        .anyMatch(
            request ->
                request.method().equals("POST")
                    && request
                        .body()
                        .equals(
                            "{\"subject_reference\":\"SUBJ-20417\","
                                + "\"reason\":\"represented\"}"));
  }

  private long ordersRead() {
    return stage.service.requests().stream()
        .filter(request -> request.target().equals("/v1/call-orders/ord_1"))
        .count();
  }
}
