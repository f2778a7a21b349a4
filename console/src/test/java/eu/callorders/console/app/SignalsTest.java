package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.Styles;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sends signals, and shows what they did. */
@Tag("long")
@RobotTest
class SignalsTest {
  @AutoClose private final SignalService service = new SignalService();
  @TempDir private Path home;

  private ConsoleFixture open(Session session, String language) throws Exception {
    ConsoleFixture console = ConsoleFixture.forSession(session, home, Locale.of(language));
    console.open("signals");
    return console;
  }

  private static void fillIn(ConsoleFixture console, String type) {
    console.press("#new-signal");
    ComboBox<String> types = console.find("#field-signal_type");
    console.await(types::isFocused);
    console.runAndWait(() -> types.getEditor().setText(type));
    console.type("#field-subject_reference", "debtor-1");
  }

  private static void agree(ConsoleFixture console) {
    console.press("#send-dialog #dialog-accept");
    console.await(() -> console.robot().lookup("#send-dialog").tryQuery().isEmpty());
  }

  private static void awaitShown(ConsoleFixture console, String id) {
    TextField shown = console.find(".detail #id");
    Node effects = console.find("#signal-effects");
    console.await(() -> shown.getText().equals(id) && effects.isVisible());
  }

  private static List<String> texts(ConsoleFixture console, String query) {
    return console.read(
        () ->
            console.robot().lookup(query).<Labeled>queryAll().stream()
                .map(Labeled::getText)
                .toList());
  }

  private List<String> changes() {
    return service.resources.changes();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Send invoice.overdue for debtor-1? | enrolls the person in dunning | Enrolled · 1 | Active, Scheduled | has recorded this signal
          de | invoice.overdue für debtor-1 senden? | schreibt die Person in dunning ein | Eingeschrieben · 1 | Aktiv, Geplant | hat dieses Signal aufgezeichnet
          """)
  void sendsASignalAndShowsItsEffects(
      String language, String question, String effect, String title, String badges, String response)
      throws Exception {
    service.enroll();
    try (ConsoleFixture console = open(service.session(), language)) {
      fillIn(console, "invoice.overdue");
      ComboBox<String> types = console.find("#field-signal_type");
      console.await(() -> types.getItems().contains("invoice.overdue"));
      console.robot().push(KeyCode.CONTROL, KeyCode.ENTER);
      assertThat(console.<Label>find("#send-dialog .header-panel .label").getText())
          .isEqualTo(question);
      assertThat(console.<Label>find("#send-dialog #dialog-effect").getText()).contains(effect);
      assertThat(changes()).isEmpty();
      agree(console);
      awaitShown(console, "sig_2");
      assertThat(texts(console, "#signal-effects .section")).containsExactly(title);
      assertThat(String.join(", ", texts(console, "#signal-effects .status-badge")))
          .isEqualTo(badges);
      Label said = console.find("#signal-response");
      assertThat(said.getText()).contains(response);
      assertThat(said.getPseudoClassStates()).contains(Styles.STATE_SUCCESS);
      assertThat(changes())
          .singleElement()
          .asString()
          .startsWith(
              "POST /v1/signals {\"signal_type\":\"invoice.overdue\","
                  + "\"subject_reference\":\"debtor-1\",\"dedupe_key\":\"console-");
      TableView<?> table = console.find("#signals");
      console.await(() -> table.getItems().toString().contains("sig_2"));

      List<Hyperlink> links =
          console.read(
              () -> List.copyOf(console.robot().lookup("#signal-effects .entry-link").queryAll()));
      assertThat(links)
          .extracting(Hyperlink::getText)
          .containsExactly("dunning", "payment_reminder");
      console.runAndWait(links.getLast()::fire);
      assertThat(console.<ToggleButton>find("#go-orders").isSelected()).isTrue();
      TextField order = console.find(".detail #id");
      console.await(() -> order.getText().equals("ord_1"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | It ends all enrollments of this person | changed at the same moment | Canceled
          de | Es beendet alle Einschreibungen dieser Person | im selben Augenblick geändert haben | Storniert
          """)
  void showsTheOrdersThatAPaymentCancels(String language, String effect, String title, String badge)
      throws Exception {
    service.pay();
    try (ConsoleFixture console = open(service.session(), language)) {
      fillIn(console, "payment.received");
      console.press("#send-signal");
      assertThat(console.<Label>find("#send-dialog #dialog-effect").getText()).contains(effect);
      agree(console);
      awaitShown(console, "sig_2");
      assertThat(texts(console, "#signal-effects .section"))
          .singleElement()
          .asString()
          .contains(title);
      assertThat(texts(console, "#signal-effects .status-badge")).containsExactly(badge);
    }
  }

  @ParameterizedTest
  @CsvSource({"en, this is the earlier one", "de, Dies ist das frühere"})
  void saysThatASignalWasRecordedBefore(String language, String said) throws Exception {
    service.repeat();
    try (ConsoleFixture console = open(service.session(), language)) {
      fillIn(console, "payment.received");
      console.press("#send-signal");
      agree(console);
      awaitShown(console, "sig_2");
      Label shown = console.find("#signal-response");
      assertThat(shown.getText()).contains(said);
      assertThat(shown.getPseudoClassStates()).doesNotContain(Styles.STATE_SUCCESS);
    }
  }

  @Test
  void marksMissingFieldsInPlaceOfAsking() throws Exception {
    try (ConsoleFixture console = open(service.session(), "en")) {
      console.press("#new-signal");
      console.press("#send-signal");
      console.await(() -> texts(console, ".form-error").contains("Is missing: fill it in."));
      assertThat(console.robot().lookup("#send-dialog").tryQuery()).isEmpty();
    }
  }

  @Test
  void showsErrorsOfTheServiceAtTheirFields() throws Exception {
    service.resources.service.fixed(
        "POST /v1/signals",
        422,
        """
        {"status":422,"code":"validation_failed","errors":[
         {"pointer":"/signal_type","code":"pattern","message":"no type"}]}
        """);
    try (ConsoleFixture console = open(service.session(), "en")) {
      fillIn(console, "overdue");
      console.press("#send-signal");
      agree(console);
      ComboBox<String> type = console.find("#field-signal_type");
      console.await(
          () ->
              type.isFocused()
                  && type.getAccessibleHelp() instanceof String help
                  && !help.isEmpty());
      assertThat(type.getEditor().getText()).isEqualTo("overdue");
    }
  }

  /** The operator has agreed before: the same signal is sent again without another question. */
  @Test
  void sendsTheSameSignalAgainAfterALostResponse() throws Exception {
    service.resources.service.fixed("POST /v1/signals", 503, "{}");
    try (ConsoleFixture console = open(service.session(), "en")) {
      fillIn(console, "payment.received");
      console.press("#send-signal");
      agree(console);
      Button again = console.find("#send-signal");
      console.await(() -> again.isFocused() && again.getText().equals("Send again"));
      assertThat(console.<TextField>find("#field-subject_reference").isDisabled()).isTrue();
      service.pay();
      console.press("#send-signal");
      awaitShown(console, "sig_2");
      assertThat(console.robot().lookup("#send-dialog").tryQuery()).isEmpty();
      assertThat(changes().stream().distinct()).hasSize(1);
    }
  }

  @Test
  void keepsTheInputOfAHiddenForm() throws Exception {
    try (ConsoleFixture console = open(service.session(), "en")) {
      fillIn(console, "payment.received");
      Button create = console.find("#new-signal");
      assertThat(create.getText()).isEqualTo("New signal");
      console.robot().push(KeyCode.ESCAPE);
      console.await(() -> create.getText().equals("Continue new signal"));
      console.press("#new-signal");
      TextField subject = console.find("#field-subject_reference");
      assertThat(subject.getText()).isEqualTo("debtor-1");
    }
  }

  @Test
  void needsScopes() throws Exception {
    Session session = service.session();
    try (ConsoleFixture console = open(session, "en")) {
      Label extent = console.find("#signals-extent");
      assertThat(extent.getText()).startsWith("These are the newest signals of the event feed");
      console.runAndWait(() -> session.grant(EnumSet.of(Scope.ORDERS_READ)));
      assertThat(extent.getText()).contains("events:read");
      Button create = console.find("#new-signal");
      assertThat(create.isDisabled()).isTrue();
      assertThat(create.getAccessibleHelp()).contains("orders:write");
      service.pay();
      console.runAndWait(() -> console.view().open("sig_2"));
      awaitShown(console, "sig_2");
      assertThat(texts(console, "#signal-effects .timeline-time"))
          .containsExactly("Needs the scope events:read, which this registration does not have.");
      console.runAndWait(() -> session.grant(EnumSet.of(Scope.CONFIG_READ)));
      assertThat(console.<ToggleButton>find("#go-signals").isDisabled()).isTrue();
    }
  }
}
