package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dialog that holds a person or one of its claims. */
@RobotTest
@Tag("long")
class HoldDialogTest {
  private static final String ORDER =
      """
      {"id":"ord_1","status":"scheduled","order_type":"payment_reminder","attempt_count":0,
       "subject":{"reference":"debtor-1","name":{"given_name":"Erika","family_name":"Muster"}},
       "contacts":[],"context":{"claim":{"creditor_name":"Beispiel Versand GmbH",
        "outstanding":{"value":"249.90","currency":"EUR"},"reference":{"case_number":"%s"}}},
       "created_at":"2026-11-20T09:00:00.000Z","updated_at":"2026-11-20T10:01:00.000Z"}
      """;

  @AutoClose private final SubjectService service = new SubjectService();
  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Choose the claim, or enter its number. | No order of this person names this claim. \
          | No new call to Erika Muster · debtor-1 about the claim AZ-2 (Case number), \
          until the hold is released. Calls about other claims go on. | The hold stands. \
          | No new call to Erika Muster · debtor-1, about any claim, until the hold is released.
          de | Wählen Sie die Forderung, oder geben Sie ihre Nummer ein. \
          | Kein Auftrag dieser Person nennt diese Forderung. \
          | Kein neuer Anruf bei Erika Muster · debtor-1 zur Forderung AZ-2 (Aktenzeichen), \
          bis der Vorbehalt aufgehoben wird. Anrufe zu anderen Forderungen gehen weiter. \
          | Der Vorbehalt gilt. | Kein neuer Anruf bei Erika Muster · debtor-1, \
          gleich zu welcher Forderung, bis der Vorbehalt aufgehoben wird.
          """)
  void holdsOneClaimOfAPerson(
      String language, String missing, String unknown, String one, String placed, String whole)
      throws Exception {
    service.list("call-orders", ORDER.formatted("AZ-1"), ORDER.formatted("AZ-2"));
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("subjects");
      DialogCase.select(console, "#subjects", "debtor-1");
      console.press("#subject-hold");
      Button accept = console.find("#place-dialog #dialog-accept");
      ComboBox<String> reason = console.find("#place-dialog #hold-reason");
      console.runAndWait(() -> reason.setValue("disputed"));
      assertThat(accept.isDisabled()).as("without an extent").isTrue();

      console.press("#hold-one-claim");
      ComboBox<Object> known = console.find("#hold-known-claim");
      console.await(() -> known.getItems().size() == 2);
      assertThat(text(console, "#hold-missing")).isEqualTo(missing);
      assertThat(accept.isDisabled()).as("without a claim").isTrue();
      assertThat(known.getConverter().toString(known.getItems().getFirst()))
          .contains("AZ-1", "Beispiel Versand GmbH", "EUR");
      pictures.take(console, "hold-claim-missing", known.getScene());

      TextField number = console.type("#hold-claim", "AZ-9");
      assertThat(text(console, "#hold-claim-notice")).startsWith(unknown);
      assertThat(accept.isDisabled()).as("with an unknown claim").isFalse();
      pictures.take(console, "hold-claim-unknown", known.getScene());

      console.runAndWait(() -> known.setValue(known.getItems().getLast()));
      assertThat(number.getText()).isEqualTo("AZ-2");
      assertThat(console.<Node>find("#hold-claim-notice").isVisible()).isFalse();
      assertThat(text(console, "#hold-summary")).isEqualTo(one);

      console.press("#hold-whole");
      console.await(() -> text(console, "#hold-summary").equals(whole));
      console.press("#hold-one-claim");
      console.await(() -> text(console, "#hold-summary").equals(one));
      pictures.take(console, "hold-claim", known.getScene());
      console.press("#place-dialog #dialog-accept");
      console.await(() -> !service.resources.changes().isEmpty());
      assertThat(service.resources.changes())
          .containsExactly(
              "POST /v1/holds {\"subject_reference\":\"debtor-1\","
                  + "\"claim\":{\"case_number\":\"AZ-2\"},\"reason\":\"disputed\"}");
      Label notice = console.find(".detail #detail-notice");
      console.await(notice::isVisible);
      assertThat(notice.getText()).isEqualTo(placed + " " + one);
    }
    assertThat(pictures.faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"en, Invoice number RE-7, 2 weeks", "de, Rechnungsnummer RE-7, 2 Wochen"})
  void proposesTheClaimOfTheOrder(String language, String invoice, String weeks) throws Exception {
    String order = ORDER.formatted("AZ-2").replace("AZ-2\"", "AZ-2\",\"invoice_number\":\"RE-7\"");
    service.list("call-orders", ORDER.formatted("AZ-1").replace("ord_1", "ord_9"), order);
    service.resources.service.fixed("GET /v1/call-orders/ord_1", 200, order);
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("orders");
      DialogCase.select(console, "#orders", "ord_1");
      console.press("#hold-person");
      ComboBox<Object> known = console.find("#hold-known-claim");
      console.await(() -> known.getItems().size() == 2);
      assertThat(shown(console, "#hold-known-claim")).contains("AZ-2", invoice, "249");
      assertThat(known.getTooltip().getText())
          .contains("AZ-2", invoice, "Beispiel Versand GmbH", "249");
      assertThat(console.<RadioButton>find("#hold-one-claim").isSelected()).isTrue();
      ComboBox<String> reason = console.find("#place-dialog #hold-reason");
      console.runAndWait(() -> reason.setValue("disputed"));
      TextField until = console.type("#hold-until", "15.12.2026");
      assertThat(text(console, "#hold-summary")).contains("AZ-2", "2026", "23:59");
      Button two = console.find("#hold-weeks-2");
      assertThat(two.getText()).isEqualTo("+" + weeks);
      pictures.take(console, "hold-of-order", known.getScene());
      console.runAndWait(two::fire);
      assertThat(until.getText()).doesNotContain("15.12.2026").contains("20");
      assertThat(console.<Button>find("#place-dialog #dialog-accept").isDisabled()).isFalse();
    }
    assertThat(pictures.faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | The hold stands. No new call to Erika Muster · debtor-1, about any claim
          de | Der Vorbehalt gilt. Kein neuer Anruf bei Erika Muster · debtor-1, gleich zu welcher
          """)
  void saysAboveTheListWhatANewHoldStops(String language, String message) throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("holds");
      console.press("#place-hold");
      console.type("#hold-subject", "debtor-1");
      console.press("#hold-whole");
      ComboBox<String> reason = console.find("#place-dialog #hold-reason");
      console.runAndWait(() -> reason.setValue("deceased"));
      console.await(() -> text(console, "#hold-summary").contains("Erika"));
      console.press("#place-dialog #dialog-accept");
      console.await(() -> text(console, "#hold-hint").startsWith(message));
    }
  }

  private static String text(ConsoleFixture console, String label) {
    return console.<Label>find(label).getText();
  }

  /** The text of the choice of a box; its skin has an empty cell, too, by which it measures. */
  private static String shown(ConsoleFixture console, String box) {
    return console.robot().lookup(box + " .list-cell").<ListCell<?>>queryAll().stream()
        .map(ListCell::getText)
        .filter(Objects::nonNull)
        .collect(Collectors.joining());
  }
}
