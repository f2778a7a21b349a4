package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences that say what can be done, and what was done. */
@RobotTest
@Tag("long")
class HintsTest {
  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private ConsoleFixture open(String language, String screen) throws Exception {
    ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language));
    console.open(screen);
    TableView<?> table = console.find("#" + screen);
    console.await(() -> !table.getItems().isEmpty());
    return console;
  }

  @ParameterizedTest
  @CsvSource({"en, Shift or Ctrl", "de, Umschalt oder Strg"})
  void sayHowOrdersAreSelectedAndOfferTheirAction(String language, String keys) throws Exception {
    try (ConsoleFixture console = open(language, "orders")) {
      TableView<?> orders = console.find("#orders");
      Button cancel = console.find("#cancel-orders-selected");
      Pane bar = console.read(() -> (Pane) cancel.getParent().getParent());
      Label hint = (Label) bar.getChildren().getLast();
      assertThat(hint.getText()).contains(keys);
      console.runAndWait(() -> orders.getSelectionModel().select(0));
      assertThat(cancel.isDisabled()).as("with one order").isTrue();
      console.runAndWait(() -> orders.getSelectionModel().selectIndices(0, 1));
      console.press("#cancel-orders-selected");
      DialogPane question = console.find("#cancel_orders-dialog");
      assertThat(question.getHeaderText()).contains("2");
      console.press("#cancel_orders-dialog #dialog-decline");
      console.await(() -> console.robot().lookup("#cancel_orders-dialog").tryQuery().isEmpty());
      assertThat(cancel.isDisabled()).as("with two orders").isFalse();
      console.press("#newOrder");
      console.await(() -> orders.getSelectionModel().isEmpty());
      assertThat(cancel.isDisabled()).as("without a selection").isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "orders, #cancel-orders-selected, orders:write",
    "orders, #suppress-subjects-selected, suppressions:write",
    "deliveries, #resend-deliveries-selected, config:write"
  })
  void sayWhichScopeAnActionOnManyRowsNeeds(String screen, String button, String scope)
      throws Exception {
    Session session = service.session();
    session.grant(Set.of(Scope.ORDERS_READ, Scope.CONFIG_READ));
    try (ConsoleFixture console = ConsoleFixture.forSession(session, home)) {
      console.open(screen);
      Button action = console.find(button);
      assertThat(action.getAccessibleHelp()).contains(scope);
      TableView<?> rows = console.find("#" + screen);
      console.await(() -> rows.getItems().size() == 2);
      console.runAndWait(rows.getSelectionModel()::selectAll);
      assertThat(action.isDisabled()).isTrue();
      console.runAndWait(() -> session.grant(Set.of(Scope.values())));
      assertThat(action.isDisabled()).isFalse();
      assertThat(action.getAccessibleHelp()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"en, Resent:", "de, Erneut zugestellt:"})
  void sayThatADeliveryWasResent(String language, String sentence) throws Exception {
    service.service.fixed(
        "POST /v1/webhook-deliveries/whd_1/resend",
        202,
        "{\"id\":\"whd_2\",\"event_id\":\"evt_1\",\"status\":\"pending\",\"attempts\":[]}");
    try (ConsoleFixture console = open(language, "deliveries")) {
      TableView<?> deliveries = console.find("#deliveries");
      console.runAndWait(() -> SequenceScreenshots.select(deliveries, "whd_1"));
      Label resent = console.find(".detail #resent");
      assertThat(resent.isVisible()).isFalse();
      console.press("#resend-delivery");
      console.press("#resend-dialog #dialog-accept");
      console.await(resent::isVisible);
      assertThat(resent.getText()).startsWith(sentence);
      assertThat(console.<TextField>find(".detail #id").getText()).isEqualTo("whd_2");
      console.runAndWait(() -> SequenceScreenshots.select(deliveries, "whd_1"));
      assertThat(resent.isVisible()).as("with another delivery").isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"en, Operator: Ada", "de, Bediener: Ada"})
  void sayAsWhomOneActs(String language, String operator) throws Exception {
    service.service.fixed(
        "/admin/v1/overview", 200, "{\"operator\":{\"name\":\"Ada\",\"role\":\"operate\"}}");
    try (ConsoleFixture console = open(language, "orders")) {
      Platform.runLater(console.view()::about);
      console.find("#about-dialog");
      console.await(
          () ->
              console.robot().lookup("#about-dialog .property-value").queryAll().stream()
                  .anyMatch(field -> operator.equals(field.getAccessibleText())));
    }
  }

  @ParameterizedTest
  @CsvSource({"en, Version 2 is saved as a draft.", "de, Version 2 ist als Entwurf gespeichert."})
  void sayThatADraftMustBeActivated(String language, String sentence) throws Exception {
    try (ConsoleFixture console = open(language, "sequences")) {
      TableView<?> sequences = console.find("#sequences");
      console.runAndWait(() -> sequences.getSelectionModel().select(0));
      ComboBox<Integer> versions = console.find(".detail #versions");
      console.await(() -> versions.getItems().size() == 2);
      Label draft = console.find(".detail #draft");
      console.runAndWait(() -> versions.setValue(1));
      assertThat(draft.isVisible()).as("with an active version").isFalse();
      console.runAndWait(() -> versions.setValue(2));
      assertThat(draft.isVisible()).isTrue();
      assertThat(draft.getText()).startsWith(sentence);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en | id, then Enter | Enter applies",
        "de | Kennung, dann Eingabe | Die Eingabetaste"
      })
  void sayThatEnterSearches(String language, String prompt, String tooltip) throws Exception {
    try (ConsoleFixture console = open(language, "orders")) {
      assertThat(console.<TextField>find("#toolbar #search").getPromptText()).endsWith(prompt);
      assertThat(console.<TextField>find("#toolbar #subject").getTooltip().getText())
          .startsWith(tooltip);
    }
  }
}
