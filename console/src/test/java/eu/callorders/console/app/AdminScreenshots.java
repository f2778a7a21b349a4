package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestSequences;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of administration, test clock, suppressions and sequences: nothing is cut. */
@RobotTest
class AdminScreenshots {
  private static final int TENANTS = 1;
  private static final int AUDIT = 2;
  private static final int STEPS = 20;

  @TempDir private Path home;

  private ConsoleFixture console;
  private final Pictures pictures = new Pictures();

  @Test
  void takesAllScreenshots() throws Exception {
    Sandbox sandbox = Sandbox.shared();
    TestSequences.in(sandbox).enroll("shot-1", "21");
    String sequence = longSequence(sandbox);
    halt(sandbox, "{\"reason\":\"Numbers of the carrier are misused; police informed\"}");
    halt(
        sandbox, "{\"country\":\"AT\",\"order_type\":\"payment_reminder\",\"reason\":\"Holiday\"}");
    Locale before = Locale.getDefault();
    try {
      for (Locale locale : List.of(Locale.ENGLISH, Locale.GERMAN)) {
        try (ConsoleFixture started = ConsoleFixture.start(home, sandbox.directory(), locale)) {
          console = started;
          administration();
          clock();
          suppressions();
          holds(sandbox);
          sequences(sequence);
        }
      }
    } finally {
      Locale.setDefault(before);
      sandbox.administration().post("/admin/v1/dialing/resume", json("{\"reason\":\"over\"}"));
    }
    assertThat(pictures.faults()).isEmpty();
  }

  /** The scroll position that shows a setting. */
  private static double position(Node setting) {
    Node all = setting;
    while (!"settings-page".equals(all.getId())) {
      all = all.getParent();
    }
    double top = all.sceneToLocal(setting.localToScene(0, 0)).getY();
    return Math.min(1, top / all.getBoundsInLocal().getHeight());
  }

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static void halt(Sandbox sandbox, String body) throws ApiException {
    sandbox.administration().post("/admin/v1/dialing/halt", json(body));
  }

  /** A sequence with the most steps and the longest names, and a second version with one step. */
  private static String longSequence(Sandbox sandbox) throws ApiException {
    ObjectNode body =
        (ObjectNode)
            json(
                """
                {"key": "long_sequence", "title": "A long sequence, with a title that explains all of it and more than fits",
                 "trigger": {"signal_type": "long.begins"}, "exit_conditions": []}
                """);
    ArrayNode steps = body.putArray("steps");
    for (int i = 0; i < STEPS; i++) {
      steps.add(
          json(
              "{\"id\":\"step_%02d_%s\",\"type\":\"wait\",\"after\":{\"min\":\"P1D\",\"max\":\"P2DT3H\"}}"
                  .formatted(i, "with_a_name_".repeat(4) + "end")));
    }
    JsonNode created = sandbox.api().post("/v1/sequences", body).body();
    String path = "/v1/sequences/" + created.path("id").asText();
    sandbox.api().post(path + "/versions/1/activate", MissingNode.getInstance());
    body.remove(List.of("key", "title"));
    steps.removeAll();
    steps.add(json("{\"id\":\"step_new\",\"type\":\"wait\",\"after\":{\"min\":\"P9D\"}}"));
    sandbox.api().post(path + "/versions", body);
    return created.path("key").asText();
  }

  private void take(String name) {
    pictures.take(console, "admin-" + name, console.stage(), 0);
  }

  /** Takes a screenshot of a dialog and closes it. */
  private void dialog(String button, String fieldQuery, String name) {
    Button openButton = console.find(button);
    console.await(() -> !openButton.isDisabled());
    Platform.runLater(openButton::fire);
    TextField field = console.find(fieldQuery);
    pictures.take(console, "admin-" + name, field.getScene());
    console.runAndWait(() -> field.getScene().getWindow().hide());
  }

  private void administration() {
    console.open("administration");
    TableView<?> halts = console.find("#halts");
    console.await(() -> halts.getItems().size() == 2);
    console.runAndWait(() -> halts.getSelectionModel().select(0));
    take("halt");
    dialog("#header-halt", "#dialog-reason", "halt-question");
    TabPane tabs = console.find("#admin-tabs");
    console.runAndWait(() -> tabs.getSelectionModel().select(TENANTS));
    TableView<?> tenants = console.find("#tenants");
    String own = Sandbox.shared().tenantId();
    console.await(() -> tenants.getItems().toString().contains(own));
    console.runAndWait(() -> SequenceScreenshots.select(tenants, own));
    TableView<?> registrations = console.find("#registrations");
    console.await(() -> !registrations.getItems().isEmpty());
    take("tenants");
    console.runAndWait(console.<Button>find("#edit-tenant")::fire);
    console.runAndWait(() -> console.<TextField>find("#setting-timezone").setText("Mars/Olympus"));
    console.runAndWait(() -> console.<TextArea>find("#setting-caller-ids").setText("110"));
    console.runAndWait(() -> console.<TextField>find("#setting-max-open-orders").setText("-5"));
    console.runAndWait(console.<Button>find("#settings-save")::fire);
    take("tenant-fault");
    console.press("#recommended-rules");
    Node rules = console.find("#setting-identity-not-confirmed");
    console.runAndWait(
        () -> console.<ScrollPane>find("#settings-scroll").setVvalue(position(rules)));
    take("tenant-rules");
    Node disclosure = console.find("#setting-pl");
    console.runAndWait(
        () -> console.<ScrollPane>find("#settings-scroll").setVvalue(position(disclosure)));
    take("tenant-disclosures");
    console.runAndWait(() -> console.<TextField>find("#setting-max-open-orders").setText("5"));
    console.runAndWait(console.<Button>find("#settings-save")::fire);
    console.await(
        () ->
            console.robot().lookup(".form-error").queryAll().stream()
                .anyMatch(it -> it.isManaged() && !((Label) it).getText().isEmpty()));
    take("tenant-refused");
    console.runAndWait(() -> registrations.getSelectionModel().select(0));
    Button edit = console.find("#edit-registration");
    console.await(() -> !edit.isDisabled());
    Platform.runLater(edit::fire);
    Button discard = console.find("#dialog-accept");
    pictures.take(console, "admin-discard", discard.getScene());
    console.runAndWait(discard::fire);
    take("registration");
    console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
    TableView<?> audit = console.find("#audit");
    console.await(() -> !audit.getItems().isEmpty());
    console.runAndWait(() -> audit.getSelectionModel().select(0));
    console.runAndWait(console.<Button>find("#audit-chain-verify")::fire);
    Label result = console.find("#audit-chain-result");
    console.await(() -> result.getText().contains("Hash") || result.getText().contains("hash"));
    take("audit");
  }

  private void clock() {
    console.open("sandbox");
    TextField by = console.find("#clock-by");
    console.runAndWait(() -> by.setText("3 days"));
    Label now = console.find("#clock-now");
    console.await(() -> now.getText().length() > 3);
    take("clock");
    console.runAndWait(() -> by.setText("P40D"));
    console.press("#advance-by");
    Label due = console.find("#advance-due");
    console.await(() -> !due.getText().endsWith("…")); // counted
    pictures.take(console, "admin-clock-advance", due.getScene());
    console.press("#dialog-accept");
    Button leave = console.find("#clock-leave");
    console.runAndWait(leave::fire);
    take("clock-left");
    Button watch = console.find("#clock-watch");
    if (watch.isVisible()) {
      console.runAndWait(watch::fire);
    }
    Label state = console.find("#clock-state");
    String ready = Locale.getDefault().equals(Locale.GERMAN) ? "bereit" : "ready";
    console.await(() -> state.getText().equals(ready));
    take("clock-walked");
  }

  private void suppressions() {
    console.open("suppressions");
    TableView<?> table = console.find("#suppressions");
    console.await(() -> table != null);
    take("suppressions");
    Button add = console.find("#add-suppression");
    Platform.runLater(add::fire);
    TextField phone = console.find("#add-phone");
    console.runAndWait(() -> phone.setText("030 123"));
    console.runAndWait(() -> console.<TextField>find("#add-reason").setText("x".repeat(201)));
    pictures.take(console, "admin-suppression-add", phone.getScene());
    console.runAndWait(() -> phone.getScene().getWindow().hide());
  }

  private void holds(Sandbox sandbox) throws ApiException {
    Instant later = sandbox.now().plus(Duration.ofDays(60)).truncatedTo(ChronoUnit.HOURS);
    for (String hold :
        List.of(
            "{\"subject_reference\":\"shot-1\",\"reason\":\"represented\",\"note\":\"Lawyer"
                + " Beispiel, Berlin\"}",
            "{\"claim\":{\"case_number\":\"AZ-771-26\"},\"reason\":\"payment_claimed\",\"until\":\"%s\"}"
                .formatted(later),
            "{\"phone\":\"+493023125777\",\"subject_reference\":\"shot-1\",\"reason\":\"wrong_number\"}")) {
      sandbox.api().post("/v1/holds", json(hold));
    }
    console.open("holds");
    TableView<?> table = console.find("#holds");
    console.await(() -> table.getItems().size() > 2);
    console.runAndWait(() -> table.getSelectionModel().select(0));
    take("holds");
    Button place = console.find("#place-hold");
    Platform.runLater(place::fire);
    TextField phone = console.find("#hold-phone");
    pictures.take(console, "admin-hold-place", phone.getScene());
    console.press("#hold-one-claim");
    console.type("#hold-claim", "x".repeat(65));
    console.runAndWait(() -> phone.setText("030 123"));
    console.runAndWait(() -> console.<TextField>find("#hold-subject").setText("x".repeat(129)));
    console.runAndWait(() -> console.<TextField>find("#hold-until").setText("tomorrow"));
    console.runAndWait(() -> console.<TextField>find("#hold-note").setText("x".repeat(201)));
    pictures.take(console, "admin-hold-faults", phone.getScene());
    console.runAndWait(() -> phone.getScene().getWindow().hide());
    Platform.runLater(console.<Button>find("#release-hold")::fire);
    Button accept = console.find("#release-dialog #dialog-accept");
    pictures.take(console, "admin-hold-release", accept.getScene());
    console.runAndWait(() -> accept.getScene().getWindow().hide());
  }

  private void sequences(String key) {
    console.open("sequences");
    TableView<?> sequences = console.find("#sequences");
    console.await(() -> sequences.getItems().toString().contains(key));
    console.runAndWait(() -> SequenceScreenshots.select(sequences, key));
    console.await(() -> console.robot().lookup(".step").queryAll().size() == STEPS);
    take("sequence-long");
    ComboBox<Integer> versions = console.find(".detail #versions");
    console.runAndWait(() -> versions.setValue(2));
    console.await(() -> console.robot().lookup(".step").queryAll().size() == 1);
    take("sequence-compared");
  }
}
