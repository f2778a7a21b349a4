package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts, first steps, settings and saved views fit at all widths, in both languages. */
@RobotTest
@Tag("long")
class SessionFitTest {
  private static final String EMPTY = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void showsAllTexts(String language) throws Exception {
    for (String list : List.of("call-orders", "webhook-endpoints", "suppressions")) {
      service.service.fixed("GET /v1/" + list, 200, EMPTY);
    }
    service.service.fixed(
        "/admin/v1/overview",
        200,
        """
        {"gateways":[{"name":"sip","state":"down"},{"name":"backup","state":"open"}],
         "maintenance":{"state":"held"},"dead_letters":1,
         "halts":[{"id":"h1","kind":"recovery"},{"id":"h2","reason":"Letters went out late",
          "halted_at":"2026-11-20T10:00:00.000Z"}]}
        """);
    Settings settings = Settings.load(home);
    settings.put(
        "view/Operations/tn_1/orders/Later", "{\"inputs\":{\"team\":\"north\",\"mood\":\"bad\"}}");
    settings.save();
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("orders");
      Node steps = console.find("#first-steps");
      Node toast = console.find("#alert-toast");
      console.await(() -> steps.isVisible() && toast.isVisible());
      take(console, "first-steps");
      console.press("#alert-bell");
      console.find("#alerts .alert-link");
      take(console, "alerts");
      console.press("#close-alerts");
      console.press("#settings");
      dialog(console, "settings");
      choose(console, "Later");
      Node notice = console.find("#view-notice");
      console.await(notice::isVisible);
      take(console, "view-skipped");
      choose(console, "rename-view");
      dialog(console, "view-rename");
      service.service.freeze();
      console.await(console.find("#outage")::isVisible);
      take(console, "alerts-outage");
      service.service.thaw();
    }
    assertThat(pictures.faults()).isEmpty();
  }

  private void take(ConsoleFixture console, String name) {
    pictures.take(console, name, console.stage(), 0);
  }

  private void dialog(ConsoleFixture console, String name) {
    Button close = console.find("#dialog-decline");
    pictures.take(console, name, close.getScene());
    Platform.runLater(close::fire);
    console.await(() -> console.robot().lookup("#dialog-decline").tryQuery().isEmpty());
  }

  private static void choose(ConsoleFixture console, String text) {
    MenuButton menu = console.find("#views");
    console.runAndWait(menu::show);
    MenuItem chosen =
        menu.getItems().stream()
            .filter(item -> text.equals(item.getId()) || text.equals(item.getText()))
            .findFirst()
            .orElseThrow();
    console.runAndWait(menu::hide);
    Platform.runLater(chosen::fire);
  }
}
