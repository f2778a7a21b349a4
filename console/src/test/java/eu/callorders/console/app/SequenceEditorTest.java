package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sequences are written by mouse and keyboard, beside their drawing and their calendar. */
@Tag("long")
@RobotTest
class SequenceEditorTest {
  private static final Sandbox SANDBOX = Sandbox.shared();
  private static final String SEQUENCE =
      """
      {"key": "dunning", "title": "Dunning", "trigger": {"signal_type": "invoice.overdue"},
       "steps": [
         {"id": "pause", "type": "wait", "after": {"min": "P2D"}},
         {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]}
      """;

  @TempDir private Path home;

  private static TestRegistration tenant() throws ApiException {
    return TestRegistration.ofNewTenant(SANDBOX, List.of(Scope.values()));
  }

  private ConsoleFixture start(TestRegistration client, String language) throws Exception {
    ConsoleFixture console =
        ConsoleFixture.start(home, client.in(home, SANDBOX.adminToken()), Locale.of(language));
    console.open("sequences");
    return console;
  }

  private static String create(TestRegistration client) throws ApiException {
    return client
        .api()
        .post("/v1/sequences", Json.parse(SEQUENCE).orElseThrow())
        .body()
        .path("id")
        .asText();
  }

  private static JsonNode sequence(TestRegistration client, String id) throws ApiException {
    return client.api().get("/v1/sequences/" + id).body();
  }

  private static void edit(ConsoleFixture console, String id) {
    DialogCase.select(console, "#sequences", id);
    console.press("#edit-sequence");
    console.find("#sequence-editor");
  }

  private static void chooseType(ConsoleFixture console, String key) {
    ComboBox<String> type = console.find("#field-order_type");
    console.runAndWait(() -> type.getEditor().setText(key));
  }

  /** The names of the drawn steps, in their order. */
  private static List<String> drawn(ConsoleFixture console) {
    return console.read(
        () ->
            console.robot().lookup("#drawing .card-title").<Label>queryAll().stream()
                .map(Label::getText)
                .toList());
  }

  private static boolean exists(ConsoleFixture console, String query) {
    return console.robot().lookup(query).tryQuery().isPresent();
  }

  private static Set<String> errors(ConsoleFixture console) {
    return console.read(
        () ->
            console.robot().lookup("#sequence-editor .form-error").<Label>queryAll().stream()
                .filter(Label::isManaged)
                .map(Label::getText)
                .collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void createsASequenceByKeyboard(String language) throws Exception {
    TestRegistration client = tenant();
    try (ConsoleFixture console = start(client, language)) {
      TableView<?> table = console.find("#sequences");
      console.await(table::isFocused);
      console.robot().push(KeyCode.CONTROL, KeyCode.N);
      TextField key = console.find("#field-key");
      console.await(key::isFocused);
      console.type("#field-key", "dunning");
      console.type("#field-title", "Dunning");
      console.type("#field-signal_type", "invoice.overdue");
      console.press("#step-add-call");
      console.find("#step-remove-1");
      chooseType(console, "payment_reminder");
      console.await(() -> exists(console, "#calendar .calendar-dialed"));
      console.press("#step-add-wait");
      console.find("#step-remove-2");
      TextField wait = console.type("#field-after_min", "2d");
      assertThat(drawn(console)).containsExactly("call_1", "wait_1");
      console.runAndWait(wait::requestFocus);
      console.robot().push(KeyCode.ALT, KeyCode.UP);
      console.await(() -> drawn(console).equals(List.of("wait_1", "call_1")));
      console.await(wait::isFocused);
      console.robot().push(KeyCode.CONTROL, KeyCode.ENTER);
      console.await(() -> !exists(console, "#sequence-editor"));
      console.await(() -> table.getItems().toString().contains("dunning"));
      JsonNode created =
          client
              .api()
              .page("/v1/sequences", Query.none().with("key", "dunning"), "")
              .rows()
              .getFirst();
      assertThat(created.path("status").asText()).isEqualTo("draft");
      assertThat(created.at("/versions/0/steps"))
          .isEqualTo(
              Json.parse(
                      """
                      [{"id": "wait_1", "type": "wait", "after": {"min": "P2D"}},
                       {"id": "call_1", "type": "create_order", "order_type": "payment_reminder"}]
                      """)
                  .orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Is missing: fill it in. | Step 2, Order type
          de | Fehlt: Füllen Sie das Feld aus. | Schritt 2, Auftragsart
          """)
  void showsErrorsAtTheirFieldsAndCalmlyBesideTheCalendar(
      String language, String missing, String place) throws Exception {
    TestRegistration client = tenant();
    String id = create(client);
    try (ConsoleFixture console = start(client, language)) {
      edit(console, id);
      console.await(() -> exists(console, "#calendar .calendar-dialed"));
      chooseType(console, "");
      Label notice = console.find("#preview-notice");
      console.await(() -> notice.isVisible() && notice.getText().contains(place));
      assertThat(errors(console)).isEmpty();
      assertThat(exists(console, "#calendar .calendar-dialed")).isFalse();
      console.press("#save");
      console.await(() -> errors(console).contains(missing));
      Node type = console.find("#field-order_type");
      console.await(() -> type.isFocused() || type.lookup(".text-field").isFocused());
      assertThat(sequence(client, id).path("versions")).hasSize(1);
      chooseType(console, "payment_reminder");
      console.await(() -> errors(console).isEmpty());
      console.await(() -> exists(console, "#calendar .calendar-dialed"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void savesNothingWhenAnotherUserWasFaster(String language) throws Exception {
    TestRegistration client = tenant();
    String id = create(client);
    try (ConsoleFixture console = start(client, language)) {
      edit(console, id);
      console.type("#field-after_min", "9d");
      ObjectNode other = (ObjectNode) Json.parse(SEQUENCE).orElseThrow();
      other.retain("trigger", "steps");
      other.withObject("/trigger").put("signal_type", "invoice.late");
      client.api().post("/v1/sequences/" + id + "/versions", other);
      console.press("#save");
      console.await(() -> exists(console, "#changes .label"));
      Button reload = console.find("#reload");
      console.await(reload::isFocused);
      assertThat(sequence(client, id).path("versions")).hasSize(2);
      console.press("#reload");
      TextField signal = console.find("#field-signal_type");
      console.await(() -> signal.getText().equals("invoice.late"));
      console.press("#save");
      console.await(() -> !exists(console, "#sequence-editor"));
      JsonNode newest = sequence(client, id).at("/versions/2");
      assertThat(newest.at("/trigger/signal_type").asText()).isEqualTo("invoice.late");
      assertThat(newest.at("/steps/0/after/min").asText()).isEqualTo("P9D");
      ComboBox<Integer> versions = console.find(".detail #versions");
      console.await(() -> Integer.valueOf(3).equals(versions.getValue()));
    }
  }

  @Test
  void keepsInputWhileTheFormIsHiddenAndARemovedStep() throws Exception {
    TestRegistration client = tenant();
    String id = create(client);
    try (ConsoleFixture console = start(client, "en")) {
      edit(console, id);
      console.press("#step-down-1");
      console.await(() -> drawn(console).equals(List.of("call", "pause")));
      console.press("#step-remove-1");
      console.await(() -> drawn(console).equals(List.of("pause")));
      console.press("#step-restore");
      console.await(() -> drawn(console).equals(List.of("call", "pause")));
      console.robot().push(KeyCode.ESCAPE);
      console.await(() -> !exists(console, "#sequence-editor"));
      Node resume = console.find("#resume-sequence");
      console.await(resume::isVisible);
      console.press("#disconnect");
      Label effect = console.find("#disconnect-dialog #dialog-effect");
      assertThat(effect.getText()).contains("changes to the sequence “Dunning”");
      console.press("#dialog-decline");
      console.press("#resume-sequence");
      console.await(() -> drawn(console).equals(List.of("call", "pause")));
      console.press("#discard");
      console.await(() -> !exists(console, "#sequence-editor") && !resume.isVisible());
      assertThat(sequence(client, id).path("versions")).hasSize(1);
    }
  }

  @Test
  void needsTheScopeToWrite() throws Exception {
    TestRegistration client = tenant();
    String id = create(client);
    TestRegistration reader = client.another(List.of(Scope.CONFIG_READ));
    try (ConsoleFixture console = start(reader, "en")) {
      DialogCase.select(console, "#sequences", id);
      Button create = console.find("#new-sequence");
      Button edit = console.find("#edit-sequence");
      console.await(() -> !drawnInDetail(console).isEmpty());
      assertThat(create.isDisabled()).isTrue();
      assertThat(edit.isDisabled()).isTrue();
      assertThat(create.getAccessibleHelp()).contains("config:write");
    }
  }

  private static Set<Node> drawnInDetail(ConsoleFixture console) {
    return console.robot().lookup(".detail .step").queryAll();
  }

  @ParameterizedTest
  @CsvSource({"en, 2 differences", "de, 2 Unterschiede"})
  void comparesVersionsOfAnOrderType(String language, String summary) throws Exception {
    TestRegistration client = tenant();
    String path = "/v1/order-types/payment_reminder";
    client
        .api()
        .patch(
            path,
            "*",
            Json.parse(
                    """
                    {"agent": {"objective": "Ask"},
                     "defaults": {"scheduling": {"max_attempts": 5}}}
                    """)
                .orElseThrow());
    try (ConsoleFixture console = start(client, language)) {
      console.open("order-types");
      DialogCase.select(console, "#order-types", "payment_reminder");
      TabPane tabs = console.find(".detail .tab-pane");
      console.runAndWait(() -> tabs.getSelectionModel().select(1));
      Label shown = console.find("#compare-summary");
      console.await(() -> shown.getText().equals(summary));
      assertThat(console.robot().lookup(".compared-changed").queryAll()).hasSize(4);
      console.press("#compare-only-changed");
      console.await(
          () -> console.robot().lookup(".compared .property-name").queryAll().size() == 2);
      ComboBox<Integer> left = console.find("#compare-left");
      console.runAndWait(() -> left.setValue(2));
      console.await(() -> console.robot().lookup(".compared .property-name").queryAll().isEmpty());
    }
  }
}
