package eu.callorders.console.order;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Screen;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ListView;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes screenshots of order screens in rare states, in both themes and languages, into {@code
 * console/target/screenshots}.
 */
@RobotTest
class OrderScreenshots {
  private static final Path PICTURES = Path.of("target", "screenshots");
  private static final String LIGHT = new PrimerLight().getUserAgentStylesheet();
  private static final String DARK = new PrimerDark().getUserAgentStylesheet();
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

  @Test
  void takesAllScreenshots() throws Exception {
    Files.createDirectories(PICTURES);
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
  }

  private static void detail(OrderScreenFixture stage, Screen screen) throws IOException {
    TableView<?> table = stage.find("#orders");
    stage.await(() -> !table.getItems().isEmpty());
    stage.runAndWait(() -> table.getSelectionModel().select(0));
    stage.find("#read-transcript");
    takeInBothThemes(stage, "order-done");
    TabPane tabs = stage.find(".detail .tab-pane");
    show(stage, tabs, CALLS);
    stage.press("#read-transcript");
    ListView<?> turns = stage.find("#transcript");
    stage.await(() -> !turns.getItems().isEmpty());
    takeInBothThemes(stage, "order-transcript");
    stage.runAndWait(() -> turns.scrollTo(turns.getItems().size() - 1));
    takeInBothThemes(stage, "order-transcript-end");
    show(stage, tabs, PERSON);
    takeInBothThemes(stage, "order-person");
    show(stage, tabs, EVENTS);
    ListView<?> trace = stage.find("#trace");
    stage.await(() -> trace.getItems().size() > TRACED);
    takeInBothThemes(stage, "order-events");
    show(stage, tabs, 0);
    forms(stage, screen);
  }

  private static void stubResponses(OrderScreenFixture stage) {
    UnknownValueOrders.serve(stage.service, UnknownValueOrders.order("completed", true))
        .fixed("/v1/events", 200, UnknownValueOrders.page(UnknownValueOrders.events("ord_1", 24)))
        .fixed("/v1/webhook-endpoints", 200, URL)
        .fixed("/v1/webhook-deliveries", 200, UnknownValueOrders.page())
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

  private static void forms(OrderScreenFixture stage, Screen screen) throws IOException {
    UnknownValueOrders.serve(stage.service, UnknownValueOrders.order("scheduled", false));
    stage.runAndWait(screen::refresh);
    ButtonBase cancel = stage.find("#cancel");
    stage.await(() -> !cancel.isDisabled());
    Platform.runLater(cancel::fire);
    Node dialog = stage.find("#cancel-dialog");
    takeInBothThemes(stage, "order-cancel-dialog", dialog.getScene());
    stage.runAndWait(() -> dialog.getScene().getWindow().hide());
    stage.press("#edit");
    TextField maxAttempts = stage.find("#field-max_attempts");
    TextArea times = stage.find("#field-local_call_times");
    stage.runAndWait(() -> maxAttempts.setText("6"));
    stage.runAndWait(() -> times.setText("mo-fr 9-18\nsat 10:00-12:00"));
    stage.service.fixed("PATCH /v1/call-orders/ord_1", 422, FAULTS);
    stage.press("#save");
    stage.await(() -> stage.isVisible(".form-error"));
    takeInBothThemes(stage, "order-edit-fault");
    stage.runAndWait(() -> times.setText("mo-fr 09:00-18:00"));
    stage.service.fixed("PATCH /v1/call-orders/ord_1", 412, "{\"code\": \"precondition_failed\"}");
    UnknownValueOrders.serve(
        stage.service,
        UnknownValueOrders.order("scheduled", false)
            .replace("\"max_attempts\": 4", "\"max_attempts\": 2"));
    stage.press("#save");
    stage.await(() -> stage.isVisible("#conflict"));
    takeInBothThemes(stage, "order-edit-overtaken");
    stage.press("#newOrder");
    TextField subject = stage.find("#field-subject_reference");
    stage.runAndWait(() -> subject.setText("SUBJ-1"));
    stage.service.fixed("POST /v1/call-orders", 503, "{\"code\": \"unavailable\"}");
    stage.press("#send");
    stage.await(() -> stage.isVisible("#uncertain"));
    takeInBothThemes(stage, "order-new-uncertain");
  }

  private static void show(OrderScreenFixture stage, TabPane tabs, int index) {
    stage.runAndWait(() -> tabs.getSelectionModel().select(index));
  }

  private static void takeInBothThemes(OrderScreenFixture stage, String name) throws IOException {
    takeInBothThemes(stage, name, stage.scene());
  }

  private static void takeInBothThemes(OrderScreenFixture stage, String name, Scene scene)
      throws IOException {
    String picture = name + "-" + Locale.getDefault().getLanguage();
    for (String theme : List.of(LIGHT, DARK)) {
      stage.runAndWait(() -> Application.setUserAgentStylesheet(theme));
      take(stage, picture + (theme.equals(LIGHT) ? "-light" : "-dark"), scene);
    }
    stage.runAndWait(() -> Application.setUserAgentStylesheet(LIGHT));
  }

  private static void take(OrderScreenFixture stage, String name, Scene scene) throws IOException {
    WritableImage image = new WritableImage((int) scene.getWidth(), (int) scene.getHeight());
    stage.runAndWait(() -> scene.snapshot(image));
    PixelReader pixels = image.getPixelReader();
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        picture.setRGB(x, y, pixels.getArgb(x, y));
      }
    }
    ImageIO.write(picture, "png", PICTURES.resolve(name + ".png").toFile());
  }
}
