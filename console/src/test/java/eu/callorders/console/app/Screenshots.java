package eu.callorders.console.app;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
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

/** Screenshots of all screens in both themes, in {@code console/target/screenshots}. */
@RobotTest
class Screenshots {
  private static final Path PICTURES = Path.of("target", "screenshots");
  private static final String LIGHT = new PrimerLight().getUserAgentStylesheet();
  private static final String DARK = new PrimerDark().getUserAgentStylesheet();
  private static final String[] ENDINGS = {
    "21", "24", "10", "30", "22", "12", "25", "27", "01", "04", "31", "33", "28", "40", "34"
  };

  private static final int WAITING = 1;
  private static final int CALLS = 2;

  @TempDir private Path home;

  @Test
  void takesScreenshotsOfFailures() throws Exception {
    Files.createDirectories(PICTURES);
    FailureScreenshots.take(Sandbox.shared(), home, Screenshots::both);
  }

  @Test
  void takesAllScreenshots() throws Exception {
    Files.createDirectories(PICTURES);
    Sandbox sandbox = Sandbox.shared();
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      console.find("#connect");
      both(console, "connect");
    }
    for (int subject = 0; subject < 30; subject++) {
      sandbox.order("debtor-" + (1000 + subject), ENDINGS[subject % ENDINGS.length]);
    }
    SequenceScreenshots.enroll(sandbox);
    String hook = sandbox.webhook("/hooks", "Case management");
    sandbox.webhook("/broken", "Archive");
    try (ConsoleFixture console = ConsoleFixture.start(home, sandbox.directory())) {
      console.open("orders");
      TableView<?> table = console.find("#orders");
      console.await(() -> table.getItems().toString().contains("payment_promised"));
      both(console, "orders");
      String reached = row(table, "payment_promised");
      console.runAndWait(() -> table.getSelectionModel().select(index(table, reached)));
      ButtonBase read = console.find("#read-transcript");
      both(console, "order");
      TabPane tabs = console.find(".detail .tab-pane");
      console.runAndWait(() -> tabs.getSelectionModel().select(CALLS));
      console.runAndWait(read::fire);
      ListView<?> turns = console.find("#transcript");
      console.await(() -> !turns.getItems().isEmpty());
      both(console, "order-calls");
      String scheduled = row(table, "status=scheduled");
      console.runAndWait(() -> table.getSelectionModel().select(index(table, scheduled)));
      console.runAndWait(() -> tabs.getSelectionModel().select(WAITING));
      console.await(() -> console.robot().lookup(".rule").tryQuery().isPresent());
      both(console, "order-waiting");
      forms(console, sandbox, table);
      operations(console);
      SequenceScreenshots.take(console, Screenshots::both);
      webhooks(console, hook);
    }
  }

  private static void operations(ConsoleFixture console) throws IOException {
    for (String feature : List.of("overview", "sandbox")) {
      console.open(feature);
      both(console, feature);
    }
    console.open("events");
    TableView<?> events = console.find("#events");
    console.await(() -> !events.getItems().isEmpty());
    console.runAndWait(() -> events.getSelectionModel().select(0));
    TextField eventId = console.find("#event-id");
    console.await(() -> !eventId.getText().isEmpty());
    both(console, "events");
    console.open("suppressions");
    TableView<?> suppressions = console.find("#suppressions");
    console.await(() -> !suppressions.getItems().isEmpty());
    console.runAndWait(() -> suppressions.getSelectionModel().select(0));
    both(console, "suppressions");
    console.open("administration");
    TabPane tabs = console.find("#admin-tabs");
    for (int tab = 0; tab < tabs.getTabs().size(); tab++) {
      int shown = tab;
      console.runAndWait(() -> tabs.getSelectionModel().select(shown));
      if (tab == 1) {
        TableView<?> tenants = console.find("#tenants");
        String own = Sandbox.shared().tenantId();
        console.await(() -> tenants.getItems().toString().contains(own));
        console.runAndWait(() -> SequenceScreenshots.select(tenants, own));
        TableView<?> registrations = console.find("#registrations");
        console.await(() -> !registrations.getItems().isEmpty());
      }
      both(console, "administration-" + tab);
    }
  }

  private static void webhooks(ConsoleFixture console, String hook) throws IOException {
    console.runAndWait(console.<ButtonBase>find("#go-webhooks")::fire);
    TableView<?> endpoints = console.find("#webhooks");
    console.await(() -> endpoints.getItems().size() > 1);
    both(console, "webhooks");
    newWebhook(console);
    int index = endpoints.getItems().get(0).toString().contains(hook) ? 0 : 1;
    console.runAndWait(() -> endpoints.getSelectionModel().select(index));
    ButtonBase test = console.find("#test-endpoint");
    console.await(() -> !test.isDisabled());
    console.runAndWait(test::fire);
    console.find(".attempts");
    both(console, "webhook");
    changedWebhook(console, test);
    ButtonBase replay = console.find("#replay-endpoint");
    console.runAndWait(replay::fire);
    console.runAndWait(console.<ButtonBase>find("#replay-dialog .check-box")::fire);
    console.runAndWait(console.<ButtonBase>find("#replay-count")::fire);
    ButtonBase start = console.find("#dialog-accept");
    console.await(() -> !start.isDisabled());
    Scene dialog = start.getScene();
    both(console, "webhook-replay", dialog);
    console.runAndWait(start::fire);
    Label counts = console.find("#replay-counts");
    console.await(() -> counts.getText().matches("[1-9].*"));
    both(console, "webhook-replaying");
    console.runAndWait(console.<ButtonBase>find("#go-deliveries")::fire);
    TableView<?> log = console.find("#deliveries");
    console.await(() -> log.getItems().toString().contains("status=retrying"));
    both(console, "deliveries");
    String retrying = row(log, "status=retrying");
    console.runAndWait(() -> log.getSelectionModel().select(rows(log).indexOf(retrying)));
    console.find(".attempts");
    both(console, "delivery");
    console.runAndWait(console.<ButtonBase>find("#dead-letters")::fire);
    console.await(() -> log.getItems().isEmpty());
    both(console, "deliveries-dead");
  }

  private static void newWebhook(ConsoleFixture console) throws IOException {
    console.runAndWait(console.<ButtonBase>find("#new-endpoint")::fire);
    console.runAndWait(() -> console.<TextField>find("#endpoint-url").setText("http://10.0.0.1/"));
    console.runAndWait(
        () -> console.<TextArea>find("#endpoint-event_types").setText("call_order.*\ncall.odd"));
    ButtonBase register = console.find("#register-endpoint");
    console.runAndWait(register::fire);
    console.await(
        () -> console.robot().lookup(".form-error").queryAll().stream().anyMatch(Node::isManaged));
    both(console, "webhook-new");
  }

  private static void changedWebhook(ConsoleFixture console, ButtonBase back) throws IOException {
    console.runAndWait(console.<ButtonBase>find("#edit-endpoint")::fire);
    console.runAndWait(
        () -> console.<TextField>find("#endpoint-url").setText("https://new.example/"));
    both(console, "webhook-edit");
    console.runAndWait(console.<ButtonBase>find("#cancel-edit")::fire);
    ButtonBase delete = console.find("#delete-endpoint");
    console.await(() -> !delete.isDisabled() && !back.isDisabled());
    console.runAndWait(delete::fire);
    Button confirm = console.find("#dialog-accept");
    both(console, "webhook-delete", confirm.getScene());
    Platform.runLater(console.<ButtonBase>find("#dialog-decline")::fire); // closes the modal dialog
    console.await(() -> console.robot().lookup("#dialog-accept").tryQuery().isEmpty());
  }

  private static List<String> rows(TableView<?> table) {
    return table.getItems().stream().map(Object::toString).toList();
  }

  private static void forms(ConsoleFixture console, Sandbox sandbox, TableView<?> table)
      throws ApiException, IOException {
    String later = later(sandbox);
    console.await(() -> table.getItems().toString().contains(later));
    console.runAndWait(() -> table.getSelectionModel().select(index(table, row(table, later))));
    ButtonBase edit = console.find("#edit");
    console.await(() -> !edit.isDisabled());
    console.runAndWait(edit::fire);
    both(console, "order-edit");
    ButtonBase create = console.find("#newOrder");
    console.runAndWait(create::fire);
    ComboBox<String> magic = console.find("#magic");
    console.runAndWait(() -> magic.setValue("21"));
    ButtonBase send = console.find("#send");
    console.runAndWait(send::fire);
    console.await(
        () -> console.robot().lookup(".form-error").queryAll().stream().anyMatch(Node::isManaged));
    both(console, "order-new");
  }

  /** An order that is not dialed for two days. */
  private static String later(Sandbox sandbox) throws ApiException {
    String body =
        """
        {"order_type": "payment_reminder", "client_reference": "case-later",
         "subject": {"reference": "debtor-later", "name": {"family_name": "Muster"}},
         "contacts": [{"channel": "phone", "value": "+498999998121"}],
         "context": {"claim": {"outstanding": {"value": "80.00", "currency": "EUR"},
          "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}},
         "scheduling": {"window": {"not_before": "%s"}}, "metadata": {"team": "north"}}
        """
            .formatted(Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.MINUTES));
    JsonNode order = Json.parse(body).orElseThrow();
    return sandbox.api().post("/v1/call-orders", order).body().path("id").asText();
  }

  private static String row(TableView<?> table, String what) {
    return table.getItems().stream()
        .map(Object::toString)
        .filter(row -> row.contains(what))
        .findFirst()
        .orElseThrow();
  }

  /** The present index of that order. */
  private static int index(TableView<?> table, String row) {
    String id = row.substring(row.indexOf("ord_"), row.indexOf(','));
    List<String> rows = table.getItems().stream().map(Object::toString).toList();
    return IntStream.range(0, rows.size())
        .filter(index -> rows.get(index).contains(id))
        .findFirst()
        .orElseThrow();
  }

  static void both(ConsoleFixture console, String name) throws IOException {
    both(console, name, console.stage().getScene());
  }

  static void both(ConsoleFixture console, String name, Scene scene) throws IOException {
    console.runAndWait(() -> Application.setUserAgentStylesheet(LIGHT));
    take(console, name + "-light", scene);
    console.runAndWait(() -> Application.setUserAgentStylesheet(DARK));
    take(console, name + "-dark", scene);
    console.runAndWait(() -> Application.setUserAgentStylesheet(LIGHT));
  }

  private static void take(ConsoleFixture console, String name, Scene scene) throws IOException {
    WritableImage image = console.snapshot(scene);
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
