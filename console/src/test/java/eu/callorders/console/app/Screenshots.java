package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of all screens in both languages, both themes and three widths: nothing is cut. */
@RobotTest
class Screenshots {
  private static final String[] ENDINGS = {
    "21", "24", "10", "30", "22", "12", "25", "27", "01", "04", "31", "33", "28", "40", "34"
  };

  private static final int WAITING = 1;
  private static final int CALLS = 2;

  @TempDir private Path home;
  private final Pictures pictures = new Pictures();
  private final Locale language = Locale.getDefault();

  @AfterEach
  void cutsNoText() {
    Locale.setDefault(language);
    assertThat(pictures.faults()).isEmpty();
  }

  @Test
  void takesPicturesOfFailures() throws Exception {
    for (Locale locale : List.of(Locale.ENGLISH, Locale.GERMAN)) {
      FailureScreenshots.take(Sandbox.shared(), home, locale, pictures);
    }
  }

  @Test
  void takesPicturesOfAllScreens() throws Exception {
    Sandbox sandbox = Sandbox.shared();
    for (int subject = 0; subject < 30; subject++) {
      sandbox.order("debtor-" + (1000 + subject), ENDINGS[subject % ENDINGS.length]);
    }
    SequenceScreenshots.enroll(sandbox);
    String hook = sandbox.webhook("/hooks", "Case management");
    sandbox.webhook("/broken", "Archive");
    for (Locale locale : List.of(Locale.ENGLISH, Locale.GERMAN)) {
      try (ConsoleFixture console = ConsoleFixture.start(home, home, locale)) {
        console.find("#connect");
        take(console, "connect");
      }
      try (ConsoleFixture console = ConsoleFixture.start(home, sandbox.directory(), locale)) {
        orders(console, sandbox);
        operations(console);
        SequenceScreenshots.take(console, this::take);
        SignalScreenshots.take(console, this::take, pictures);
        webhooks(console, hook);
      }
    }
  }

  private void take(ConsoleFixture console, String name) {
    pictures.take(console, name, console.stage(), 0);
  }

  private void orders(ConsoleFixture console, Sandbox sandbox) throws ApiException {
    console.open("orders");
    TableView<?> table = console.find("#orders");
    console.await(() -> table.getItems().toString().contains("payment_promised"));
    take(console, "orders");
    String reached = row(table, "payment_promised");
    console.runAndWait(() -> table.getSelectionModel().clearAndSelect(index(table, reached)));
    ButtonBase read = console.find("#read-transcript");
    take(console, "order");
    TabPane tabs = console.find(".detail .tab-pane");
    console.runAndWait(() -> tabs.getSelectionModel().select(CALLS));
    console.runAndWait(read::fire);
    ListView<?> turns = console.find("#transcript");
    console.await(() -> !turns.getItems().isEmpty());
    take(console, "order-calls");
    String scheduled = row(table, "status=scheduled");
    console.runAndWait(() -> table.getSelectionModel().clearAndSelect(index(table, scheduled)));
    console.runAndWait(() -> tabs.getSelectionModel().select(WAITING));
    console.await(() -> console.robot().lookup(".rule").tryQuery().isPresent());
    take(console, "order-waiting");
    forms(console, sandbox, table);
  }

  private void operations(ConsoleFixture console) {
    console.open("overview");
    for (String range : List.of("hours_24", "days_7", "days_30", "last_hour")) {
      console.press("#range-" + range);
      Node chart = console.find(range.equals("last_hour") ? "#chart-dial_lag" : "#history-orders");
      console.await(() -> chart.getParent().getParent().isVisible());
      take(console, "overview-" + range);
    }
    console.open("sandbox");
    take(console, "sandbox");
    console.open("events");
    TableView<?> events = console.find("#events");
    console.await(() -> !events.getItems().isEmpty());
    console.runAndWait(() -> events.getSelectionModel().select(0));
    TextField eventId = console.find("#event-id");
    console.await(() -> !eventId.getText().isEmpty());
    take(console, "events");
    console.open("suppressions");
    TableView<?> suppressions = console.find("#suppressions");
    console.await(() -> !suppressions.getItems().isEmpty());
    console.runAndWait(() -> suppressions.getSelectionModel().select(0));
    take(console, "suppressions");
    person(console);
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
      take(console, "administration-" + tab);
    }
  }

  private void person(ConsoleFixture console) {
    console.open("subjects");
    TableView<?> persons = console.find("#subjects");
    console.await(() -> !persons.getItems().isEmpty());
    console.runAndWait(() -> persons.getSelectionModel().select(0));
    console.find("#section-orders .entry-link");
    take(console, "person");
    console.press("#erase-subject");
    Button erase = console.find("#dialog-accept");
    pictures.take(console, "person-erase", erase.getScene());
    Platform.runLater(console.<ButtonBase>find("#dialog-decline")::fire);
    console.await(() -> console.robot().lookup("#dialog-accept").tryQuery().isEmpty());
  }

  private void webhooks(ConsoleFixture console, String hook) {
    console.runAndWait(console.<ButtonBase>find("#go-webhooks")::fire);
    TableView<?> endpoints = console.find("#webhooks");
    console.await(() -> endpoints.getItems().size() > 1);
    take(console, "webhooks");
    newWebhook(console);
    int index = endpoints.getItems().get(0).toString().contains(hook) ? 0 : 1;
    console.runAndWait(() -> endpoints.getSelectionModel().select(index));
    ButtonBase test = console.find("#test-endpoint");
    console.await(() -> !test.isDisabled());
    console.runAndWait(test::fire);
    console.find(".attempts");
    take(console, "webhook");
    changedWebhook(console, test);
    ButtonBase replay = console.find("#replay-endpoint");
    console.runAndWait(replay::fire);
    console.runAndWait(console.<ButtonBase>find("#replay-dialog .check-box")::fire);
    console.runAndWait(console.<ButtonBase>find("#replay-count")::fire);
    ButtonBase start = console.find("#dialog-accept");
    console.await(() -> !start.isDisabled());
    Scene dialog = start.getScene();
    pictures.take(console, "webhook-replay", dialog);
    console.runAndWait(start::fire);
    Label counts = console.find("#replay-counts");
    console.await(() -> counts.getText().matches("[1-9].*"));
    take(console, "webhook-replaying");
    console.runAndWait(console.<ButtonBase>find("#go-deliveries")::fire);
    TableView<?> log = console.find("#deliveries");
    ComboBox<String> status = console.find(".toolbar #status");
    console.runAndWait(() -> status.setValue("retrying")); // replayed ones fill the first page
    console.await(() -> log.getItems().toString().contains("status=retrying"));
    take(console, "deliveries");
    String retrying = row(log, "status=retrying");
    console.runAndWait(() -> log.getSelectionModel().select(rows(log).indexOf(retrying)));
    console.find(".attempts");
    take(console, "delivery");
    console.runAndWait(console.<ButtonBase>find("#dead-letters")::fire);
    console.await(() -> log.getItems().isEmpty());
    take(console, "deliveries-dead");
  }

  private void newWebhook(ConsoleFixture console) {
    console.runAndWait(console.<ButtonBase>find("#new-endpoint")::fire);
    console.runAndWait(() -> console.<TextField>find("#endpoint-url").setText("http://10.0.0.1/"));
    console.runAndWait(
        () -> console.<TextArea>find("#endpoint-event_types").setText("call_order.*\ncall.odd"));
    ButtonBase register = console.find("#register-endpoint");
    console.runAndWait(register::fire);
    console.await(
        () -> console.robot().lookup(".form-error").queryAll().stream().anyMatch(Node::isManaged));
    take(console, "webhook-new");
  }

  private void changedWebhook(ConsoleFixture console, ButtonBase back) {
    console.runAndWait(console.<ButtonBase>find("#edit-endpoint")::fire);
    console.runAndWait(
        () -> console.<TextField>find("#endpoint-url").setText("https://new.example/"));
    take(console, "webhook-edit");
    console.runAndWait(console.<ButtonBase>find("#cancel-edit")::fire);
    ButtonBase delete = console.find("#delete-endpoint");
    console.await(() -> !delete.isDisabled() && !back.isDisabled());
    console.runAndWait(delete::fire);
    Button confirm = console.find("#dialog-accept");
    pictures.take(console, "webhook-delete", confirm.getScene());
    Platform.runLater(console.<ButtonBase>find("#dialog-decline")::fire); // closes the modal dialog
    console.await(() -> console.robot().lookup("#dialog-accept").tryQuery().isEmpty());
  }

  private static List<String> rows(TableView<?> table) {
    return table.getItems().stream().map(Object::toString).toList();
  }

  private void forms(ConsoleFixture console, Sandbox sandbox, TableView<?> table)
      throws ApiException {
    String later = later(sandbox);
    console.await(() -> table.getItems().toString().contains(later));
    console.runAndWait(
        () -> table.getSelectionModel().clearAndSelect(index(table, row(table, later))));
    ButtonBase edit = console.find("#edit");
    console.await(() -> !edit.isDisabled());
    console.runAndWait(edit::fire);
    take(console, "order-edit");
    ButtonBase create = console.find("#newOrder");
    console.runAndWait(create::fire);
    ComboBox<String> magic = console.find("#magic");
    console.runAndWait(() -> magic.setValue("21"));
    console.type("#field-subject_reference", "");
    ButtonBase send = console.find("#send");
    console.runAndWait(send::fire);
    console.await(
        () -> console.robot().lookup(".form-error").queryAll().stream().anyMatch(Node::isManaged));
    take(console, "order-new");
  }

  /** An order that is not dialed for two days by the tenant's clock. */
  private static String later(Sandbox sandbox) throws ApiException {
    String clock = "/admin/v1/tenants/" + sandbox.tenantId() + "/test-clock";
    Instant now = Instant.parse(sandbox.administration().get(clock).body().path("now").asText());
    String body =
        """
        {"order_type": "payment_reminder", "client_reference": "case-later",
         "subject": {"reference": "debtor-later", "name": {"family_name": "Muster"}},
         "contacts": [{"channel": "phone", "value": "+498999998121"}],
         "context": {"claim": {"outstanding": {"value": "80.00", "currency": "EUR"},
          "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}},
         "scheduling": {"window": {"not_before": "%s"}}, "metadata": {"team": "north"}}
        """
            .formatted(now.plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.MINUTES));
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
}
