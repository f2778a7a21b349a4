package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Screen;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of order screens in rare states: nothing is cut. */
@RobotTest
class OrderScreenshots {
  private static final double NAVIGATION = 210;
  private static final int CALLS = 2;
  private static final int PERSON = 3;
  private static final int EVENTS = 4;
  private static final int TRACED = 24;
  private static final List<String> STATUS =
      List.of("succeeded", "retrying", "failed", "skipped", "levitating");

  private static final String FAULTS =
      """
      {"code": "validation_failed", "errors": [
       {"pointer": "/scheduling/local_call_times/0/from", "message": "must be HH:MM"},
       {"pointer": "/scheduling/local_call_times/0/to", "message": "must be HH:MM"}]}
      """;

  private static final String URL =
      """
      {"data": [{"id": "whe_1", "url": "https://cases.example/hooks/calls"}]}
      """;

  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  @Test
  void takesAllScreenshots() throws Exception {
    Locale before = Locale.getDefault();
    try (OrderScreenFixture stage = new OrderScreenFixture()) {
      for (Locale locale : List.of(Locale.ENGLISH, Locale.GERMAN)) {
        Locale.setDefault(locale);
        stubResponses(stage);
        detail(stage, stage.open(home));
      }
    } finally {
      Locale.setDefault(before);
    }
    assertThat(pictures.faults()).isEmpty();
  }

  private void detail(OrderScreenFixture stage, Screen screen) {
    TableView<?> table = stage.find("#orders");
    stage.await(() -> !table.getItems().isEmpty());
    stage.runAndWait(() -> table.getSelectionModel().select(0));
    stage.find("#read-transcript");
    take(stage, "order-done");
    TabPane tabs = stage.find(".detail .tab-pane");
    show(stage, tabs, CALLS);
    stage.press("#read-transcript");
    ListView<?> turns = stage.find("#transcript");
    stage.await(() -> !turns.getItems().isEmpty());
    take(stage, "order-transcript");
    stage.runAndWait(() -> turns.scrollTo(turns.getItems().size() - 1));
    take(stage, "order-transcript-end");
    stage.press("#read-evidence");
    stage.await(() -> stage.isVisible("#evidence .property-name"));
    take(stage, "order-evidence");
    ScrollPane evidence = stage.find("#evidence .scroll-pane");
    stage.runAndWait(() -> evidence.setVvalue(1));
    take(stage, "order-evidence-end");
    show(stage, tabs, PERSON);
    take(stage, "order-person");
    show(stage, tabs, EVENTS);
    ListView<?> trace = stage.find("#trace");
    stage.await(() -> trace.getItems().size() > TRACED);
    take(stage, "order-events");
    show(stage, tabs, 0);
    forms(stage, screen);
  }

  private static void stubResponses(OrderScreenFixture stage) {
    UnknownValueOrders.serve(stage.service, UnknownValueOrders.order("completed", true))
        .fixed("/v1/events", 200, UnknownValueOrders.page(UnknownValueOrders.events("ord_1", 24)))
        .fixed("/v1/webhook-endpoints", 200, URL)
        .fixed("/v1/webhook-deliveries", 200, UnknownValueOrders.page())
        .fixed("/v1/calls/call_1/evidence", 200, EvidenceFactsTest.EVIDENCE)
        .fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(10_000, 100_000));
    for (int event = 20; event <= 24; event++) {
      String id = "evt_" + event;
      stage.service.fixed(
          "/v1/webhook-deliveries?event_id=" + id + "&limit=100",
          200,
          UnknownValueOrders.page(
              UnknownValueOrders.delivery("whd_1", id, "whe_1", STATUS.get(event - 20), 200),
              UnknownValueOrders.delivery("whd_2", id, "whe_gone", "succeeded", 503, 503, 200)));
    }
  }

  private void forms(OrderScreenFixture stage, Screen screen) {
    UnknownValueOrders.serve(
        stage.service,
        UnknownValueOrders.order("scheduled", false)
            .replace(
                "\"enrollment_id\": null",
                """
                "enrollment_id": null, "holds": [{"id": "hld_1", "reason": "payment_claimed",
                  "until": "2026-12-01T09:00:00.000Z"}, {"id": "hld_2", "reason": "vulnerable"}]
                """));
    stage.runAndWait(screen::refresh);
    stage.await(() -> stage.isVisible("#order-holds .hold-link"));
    take(stage, "order-held");
    ButtonBase cancel = stage.find("#cancel");
    stage.await(() -> !cancel.isDisabled());
    Platform.runLater(cancel::fire);
    Node dialog = stage.find("#cancel-dialog");
    pictures.take(stage, "order-cancel-dialog", dialog.getScene());
    stage.runAndWait(() -> dialog.getScene().getWindow().hide());
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    TextArea times = stage.find("#field-local_call_times");
    stage.runAndWait(() -> maxAttempts.setText("6"));
    stage.runAndWait(() -> times.setText("mo-fr 9-18\nsat 10:00-12:00"));
    stage.service.fixed("PATCH /v1/call-orders/ord_1", 422, FAULTS);
    stage.press("#save");
    stage.await(() -> stage.isVisible(".form-error"));
    take(stage, "order-edit-fault");
    stage.runAndWait(() -> times.setText("mo-fr 09:00-18:00"));
    stage.service.fixed("PATCH /v1/call-orders/ord_1", 412, "{\"code\": \"precondition_failed\"}");
    UnknownValueOrders.serve(
        stage.service,
        UnknownValueOrders.order("scheduled", false)
            .replace("\"max_attempts\": 4", "\"max_attempts\": 2"));
    stage.press("#save");
    stage.await(() -> stage.isVisible("#conflict"));
    take(stage, "order-edit-overtaken");
    stage.press("#newOrder");
    TextField subject = stage.find("#field-subject_reference");
    stage.runAndWait(() -> subject.setText("SUBJ-1"));
    stage.service.fixed("POST /v1/call-orders", 503, "{\"code\": \"unavailable\"}");
    stage.press("#send");
    stage.await(() -> stage.isVisible("#uncertain"));
    take(stage, "order-new-uncertain");
  }

  private static void show(OrderScreenFixture stage, TabPane tabs, int index) {
    stage.runAndWait(() -> tabs.getSelectionModel().select(index));
  }

  private void take(OrderScreenFixture stage, String name) {
    pictures.take(stage, name, stage.stage(), NAVIGATION);
  }
}
