package eu.callorders.console.order;

import static eu.callorders.console.order.OrderScreenFixture.chosen;
import static eu.callorders.console.order.OrderScreenFixture.enter;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Link;
import java.nio.file.Path;
import java.util.List;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
@Tag("long")
class OrderScreenTest {
  @AutoClose private OrderScreenFixture stage;
  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    stage = new OrderScreenFixture();
    stage.respondWithoutDeliveries();
  }

  private static final int CALLS = 2;
  private static final int EVENTS = 4;

  @Test
  void showsUnknownValuesAndIncompleteOrders() {
    stage.service.fixed("/v1/call-orders/ord_2", 200, UnknownValueOrders.UNKNOWN_VALUES);
    stage.service.fixed("/v1/call-orders/ord_3", 200, "{\"id\": \"ord_3\"}");
    stage.service.fixed(
        "/v1/events", 200, UnknownValueOrders.page("{\"type\": \"order.sneezed\"}", "{}"));
    stage.service.fixed(
        "/v1/calls/call_9/transcript", 200, "{\"turns\": [{\"speaker\": \"a parrot\"}, null]}");
    TableView<?> table = stage.list(home, UnknownValueOrders.UNKNOWN_VALUES, "{\"id\": \"ord_3\"}");
    for (int row = 0; row < 2; row++) {
      stage.choose(table, row);
      String id = "ord_" + (row + 2);
      stage.awaitShown(id);
      for (Tab tab : stage.tabs().getTabs()) {
        stage.runAndWait(() -> stage.tabs().getSelectionModel().select(tab));
      }
    }
    stage.choose(table, 0);
    stage.press("#read-transcript");
    ListView<?> turns = stage.find("#transcript");
    stage.await(() -> turns.getItems().size() == 2);
    assertThat(table.getItems().toString()).contains("levitating").doesNotContain("null");
  }

  @Test
  void showsWhyAnOpenOrderWaitsOnTheFirstTab() {
    stage.withAdministration = true;
    String open = UnknownValueOrders.order("scheduled", false);
    String ended = UnknownValueOrders.order("completed", false).replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, open);
    stage.service.fixed("/v1/call-orders/ord_2", 200, ended);
    stage.service.fixed(
        "/admin/v1/tenants/tn_1/call-orders/ord_1/explanation",
        200,
        """
        {"status": "scheduled", "rules": [{"rule": "enrollment_paused", "verdict": "wait"}]}
        """);
    stage.service.fixed(
        "/admin/v1/tenants/tn_1/call-orders/ord_2/explanation",
        200,
        """
        {"status": "completed", "rules": [{"rule": "order_status", "verdict": "block"}]}
        """);
    TableView<?> table = stage.list(home, open, ended);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    Label reason = stage.find(".detail #waitReason");
    stage.await(reason::isVisible);
    assertThat(reason.getText())
        .startsWith("The enrollment of the order is paused. It is not known when");
    assertThat(stage.tabs().getSelectionModel().getSelectedIndex()).isZero();

    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(reason.isManaged()).isFalse();
  }

  @Test
  void opensScreensOfEventAndDelivery() {
    stage.service.fixed(
        "/v1/webhook-deliveries?event_id=evt_2&limit=100",
        200,
        UnknownValueOrders.page(
            UnknownValueOrders.delivery("whd_1", "evt_2", "whe_1", "succeeded", 200)));
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    assertThat(stage.service.requests())
        .as("requests before the tab is open")
        .noneMatch(request -> request.target().contains("webhook"));
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(EVENTS));
    ListView<?> trace = stage.find("#trace");
    stage.await(() -> trace.getItems().size() == 3);
    for (int row = 0; row < 2; row++) {
      int index = row;
      stage.runAndWait(() -> trace.getSelectionModel().select(index));
      stage.runAndWait(() -> trace.fireEvent(enter()));
    }
    assertThat(stage.navigations)
        .containsExactly(
            Link.to("events", "evt_2"), Link.filtered("deliveries", "event_id", "evt_2"));
  }

  @Test
  void opensTheOnlyTranscriptWithItsTab() {
    String first = UnknownValueOrders.order("completed", true);
    String twoCalls =
        first
            .replace("ord_1", "ord_2")
            .replace("\"calls\": [", "\"calls\": [" + UnknownValueOrders.CALL + ",");
    stage.service.fixed("/v1/call-orders/ord_1", 200, first);
    stage.service.fixed("/v1/call-orders/ord_2", 200, twoCalls);
    stage.service.fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(2, 40));
    TableView<?> table = stage.list(home, first, twoCalls);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    assertThat(transcriptsRead()).as("before the tab is open").isZero();
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(CALLS));
    ListView<?> transcript = stage.find("#transcript");
    stage.await(transcript::isVisible);
    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(transcript.isVisible()).isFalse();
    assertThat(transcriptsRead()).isEqualTo(1);
  }

  @Test
  void opensTheEvidenceOfACallInPlaceOfTheTranscript() {
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(2, 40));
    stage.service.fixed("/v1/calls/call_1/evidence", 200, EvidenceFactsTest.EVIDENCE);
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(CALLS));
    ListView<?> transcript = stage.find("#transcript");
    stage.await(transcript::isVisible);
    stage.press("#read-evidence");
    Node evidence = stage.find("#evidence");
    stage.await(() -> evidence.isVisible() && !stage.isVisible("#transcript"));
    stage.await(() -> stage.isVisible("#evidence .property-name"));
    stage.runAndWait(stage.screen()::refresh);
    assertThat(evidence.isVisible()).as("after a reload of the order").isTrue();
    stage.press("#read-transcript");
    stage.await(() -> transcript.isVisible() && !evidence.isVisible());
  }

  @Test
  void saysThatACallHasNoEvidenceYet() {
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed(
        "/v1/calls/call_1/evidence", 409, "{\"status\":409,\"code\":\"evidence_not_ready\"}");
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    stage.press("#read-evidence");
    stage.await(() -> stage.isVisible("#evidence .error-title"));
    assertThat(stage.<Label>find("#evidence .error-title").getText())
        .isEqualTo("The evidence does not exist yet");
    assertThat(stage.<Button>find("#evidence-page").isDisabled()).isTrue();
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
    assertThat(texts("#order-holds .label"))
        .containsSubsequence("Deceased", "until it is released", "Disputes the claim")
        .last()
        .asString()
        .startsWith("until 1 Dec 2026");
    Hyperlink link = stage.find("#order-holds .hold-link");
    stage.runAndWait(link::fire);
    assertThat(stage.navigations).containsExactly(Link.filtered("holds", "id", "hld_1"));
    assertThat(texts("#order-links .status-badge")).containsExactly("2");
    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(holds.isManaged()).isFalse();
  }

  private List<String> texts(String query) {
    return stage.read(
        () ->
            stage.robot().lookup(query).<Labeled>queryAll().stream()
                .map(Labeled::getText)
                .toList());
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
    stage.runAndWait(() -> reason.setValue("represented"));
    long reads = ordersRead();
    stage.press("#place-dialog #dialog-accept");
    stage.await(() -> ordersRead() > reads);
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

  private long transcriptsRead() {
    return stage.service.requests().stream()
        .filter(request -> request.target().endsWith("/transcript"))
        .count();
  }

  @Test
  void cancelsSelectedOrdersAndShowsWhatIsRefused() {
    String open = UnknownValueOrders.order("scheduled", false);
    String late = open.replace("ord_1", "ord_2");
    String ended = UnknownValueOrders.order("completed", false).replace("ord_1", "ord_3");
    stage.service.fixed("GET /v1/call-orders/ord_1", 200, open);
    stage.service.fixed("GET /v1/call-orders/ord_3", 200, ended);
    stage.service.fixed("GET /v1/call-orders/ord_2", 200, late.replace("scheduled", "dialing"));
    stage.service.fixed("POST /v1/call-orders/ord_1/cancel", 200, open);
    stage.service.fixed(
        "POST /v1/call-orders/ord_2/cancel",
        409,
        "{\"status\":409,\"code\":\"order_not_cancelable\"}");
    TableView<?> table = stage.list(home, open, late, ended);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.runAndWait(table.getSelectionModel()::selectAll);
    assertThat(stage.<Label>find("#bulk-title").getText()).isEqualTo("3 orders selected");
    assertThat(stage.<Label>find("#bulk-note").getText()).startsWith("One of them");
    ButtonBase cancel = stage.find("#bulk-cancel");
    assertThat(cancel.getText()).isEqualTo("Cancel 2 orders…");
    Platform.runLater(cancel::fire);
    stage.press("#cancel-many-dialog #dialog-accept");
    Label title = stage.find("#bulk-title");
    stage.await(() -> title.getText().equals("1 of 2 orders are canceled"));
    stage.await(() -> texts("#bulk-rest .label").contains("It is too late to cancel"));
    assertThat(stage.screen().unsaved()).isEmpty();

    stage.service.fixed("POST /v1/call-orders/ord_2/cancel", 200, late);
    stage.press("#bulk-retry");
    stage.await(() -> title.getText().equals("All 2 orders are canceled"));
    assertThat(stage.isVisible("#bulk-rest")).isFalse();
    stage.press("#bulk-close");
    stage.await(() -> table.getSelectionModel().isEmpty());
    assertThat(stage.isVisible("#bulk")).isFalse();
  }

  @Test
  void hidesPreviousOrderWhenReadFails() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 404, "{\"code\": \"not_found\"}");
    TableView<?> table = stage.list(home, order, order.replace("ord_1", "ord_2"));
    stage.choose(table, 0);
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
    stage.choose(table, 1);
    stage.await(() -> stage.isVisible(".detail .error"));
    assertThat(stage.tabs().isVisible()).isFalse();
  }

  @Test
  void reopensClosedDetail() {
    String order = UnknownValueOrders.order("scheduled", false);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    TableView<?> table = stage.list(home, order);
    stage.choose(table, 0);
    stage.press(".detail .button-icon");
    assertThat(stage.isVisible(".detail")).isFalse();
    stage.choose(table, 0);
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
  }

  @Test
  void highlightsShownOrder() {
    String order = UnknownValueOrders.order("scheduled", false);
    String other = order.replace("ord_1", "ord_2");
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/call-orders/ord_2", 200, other);
    TableView<?> table = stage.list(home, order);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.press("#newOrder");
    assertThat(table.getSelectionModel().isEmpty())
        .as("selection while the form is shown")
        .isTrue();
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    stage.press("#newOrder");
    stage.service.fixed("POST /v1/call-orders", 202, other);
    stage.press("#send");
    stage.awaitShown("ord_2");
    stage.await(() -> chosen(table).contains("ord_2"));
    stage.await(table::isFocused); // after the form closed
    stage.choose(table, 1);
    stage.awaitShown("ord_1");
    assertThat(chosen(table)).contains("ord_1");
    TabPane tabs = stage.tabs();
    stage.await(stage.tabs()::isVisible);
  }

  @Test
  void disablesFiltersDuringSearch() {
    stage.list(home);
    TextField search = stage.find("#search");
    Node status = stage.find("#status");
    stage.runAndWait(() -> search.setText("AZ-771"));
    assertThat(status.isDisabled()).isTrue();
    stage.runAndWait(search::clear);
    assertThat(status.isDisabled()).isFalse();
  }
}
