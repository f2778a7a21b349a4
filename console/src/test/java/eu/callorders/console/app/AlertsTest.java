package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.Locale;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alerts by the notification, the bell and the drawer. */
@Tag("long")
@RobotTest
class AlertsTest {
  private static final String OVERVIEW =
      "{\"gateways\":[{\"name\":\"sip\",\"state\":\"down\"}],\"halts\":[%s]}";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private void endpoint(String status, int failures) {
    service.service.fixed(
        "GET /v1/webhook-endpoints",
        200,
        """
        {"data":[{"id":"whe_1","url":"https://hooks.example/calls","status":"%s","event_types":[],
          "health":{"consecutive_failures":%d}}],"has_more":false,"next_cursor":"c"}
        """
            .formatted(status, failures));
  }

  private static boolean exists(ConsoleFixture console, String query) {
    return console.read(() -> console.robot().lookup(query).tryQuery().isPresent());
  }

  private static boolean isShown(ConsoleFixture console, String screen) {
    return console.robot().lookup("#go-" + screen).<ToggleButton>query().isSelected();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | The endpoint https://hooks.example/calls is disabled | Alerts (Ctrl+B): 1 unread | rejected
          de | Der Endpunkt https://hooks.example/calls ist nach | Meldungen (Strg+B): 1 ungelesen | abgelehnt
          """)
  void notifiesWithoutTakingTheFocusAndLeadsToTheCause(
      String language, String sentence, String unread, String rejected) throws Exception {
    endpoint("active", 0);
    service.service.fixed(
        "/v1/webhook-deliveries",
        200,
        """
        {"data":[{"id":"whd_1","endpoint_id":"whe_1","status":"retrying","attempts":[
           {"at":"2026-11-20T10:00:00.000Z","response_status":503,"error":"http_status"},
           {"at":"2026-11-20T11:00:00.000Z","response_status":200}]},
          {"id":"whd_2","endpoint_id":"whe_1","status":"failed","attempts":[
           {"at":"2026-11-20T09:00:00.000Z","error":"connection_failed"}]}],
         "has_more":false,"next_cursor":"c"}
        """);
    service.service.fixed(
        "/v1/events", 200, "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}");
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("orders");
      console.press("#newOrder");
      TextField reference = console.find("#field-subject_reference");
      console.runAndWait(reference::requestFocus);
      endpoint("disabled", 9);
      service.service.fixed(
          "/v1/events",
          200,
          """
          {"data":[{"id":"evt_9","type":"webhook_endpoint.disabled","data":{}}],"has_more":false,
           "next_cursor":"c"}
          """);
      Node toast = console.find("#alert-toast");
      console.await(toast::isVisible);
      assertThat(console.read(reference::isFocused)).isTrue();
      Label text = console.find("#alert-text");
      assertThat(text.getText()).startsWith(sentence);
      assertThat(text.getAccessibleRole()).isEqualTo(AccessibleRole.TEXT);
      Button bell = console.find("#alert-bell");
      assertThat(bell.getAccessibleText()).isEqualTo(unread);
      console.robot().clickOn("#alert-cause");
      console.await(() -> isShown(console, "webhooks"));
      TextField url = console.find(".detail #url");
      console.await(() -> url.getText().equals("https://hooks.example/calls"));
      console.await(
          () ->
              console.robot().lookup(".detail .property-value").<TextField>queryAll().stream()
                  .anyMatch(value -> value.getText().equals("HTTP 503 · " + rejected)));
      assertThat(toast.isVisible()).isFalse();
      assertThat(bell.getText()).isEmpty();
    }
  }

  @Test
  void keepsAlertsInADrawerForTheKeyboard() throws Exception {
    service.service.fixed(
        "/admin/v1/overview", 200, OVERVIEW.formatted("{\"id\":\"h1\",\"reason\":\"Fire\"}"));
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("orders");
      Node orders = console.find("#orders");
      Label text = console.find("#alert-text");
      console.await(() -> text.getText().equals("2 alerts have begun."));
      console.await(orders::isFocused);
      console.robot().push(KeyCode.CONTROL, KeyCode.B);
      ListView<?> list = console.find("#alerts");
      console.await(list::isFocused);
      assertThat(console.<Node>find("#alert-toast").isVisible()).isFalse();
      ListCell<?> cell = console.find("#alerts .list-cell");
      console.await(() -> cell.getAccessibleText() != null);
      assertThat(cell.getAccessibleText()).startsWith("All dialing is halted: Fire lasts, Since");
      assertThat(list.getAccessibleText()).isEqualTo("Alerts");

      console.robot().push(KeyCode.ESCAPE);
      console.await(orders::isFocused);
      assertThat(exists(console, "#alert-drawer")).isFalse();
      assertThat(console.<Button>find("#alert-bell").getText()).isEmpty();
      console.robot().push(KeyCode.CONTROL, KeyCode.B).push(KeyCode.DOWN).push(KeyCode.ENTER);
      console.await(() -> isShown(console, "overview"));
      assertThat(exists(console, "#alert-drawer")).isFalse();
    }
  }

  @Test
  void hidesTheNotificationByItsButtonAndShowsSeveralInTheDrawer() throws Exception {
    service.service.fixed(
        "/admin/v1/overview", 200, OVERVIEW.formatted("{\"id\":\"h1\",\"reason\":\"Fire\"}"));
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      Node toast = console.find("#alert-toast");
      console.await(toast::isVisible);
      console.runAndWait(console.<Hyperlink>find("#alert-cause")::fire);
      console.find("#alert-drawer");
      assertThat(toast.isVisible()).isFalse();
      console.press("#close-alerts");
      console.await(() -> !exists(console, "#alert-drawer"));
    }
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      Node toast = console.find("#alert-toast");
      console.await(toast::isVisible);
      console.press("#close-alert");
      console.await(() -> !toast.isVisible());
      assertThat(console.<Button>find("#alert-bell").getText()).isEqualTo("2");
    }
  }
}
