package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.Styles;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Link;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of a person. */
@Tag("long")
@RobotTest
class SubjectPageTest {
  private static final List<String> SECTIONS =
      List.of("holds", "suppressions", "promises", "orders", "enrollments");

  @AutoClose private final SubjectService service = new SubjectService();
  @TempDir private Path home;

  private ConsoleFixture open(Session session, String language, String reference) throws Exception {
    ConsoleFixture console = ConsoleFixture.forSession(session, home, Locale.of(language));
    console.runAndWait(() -> console.view().go(Link.to("subjects", reference)));
    awaitPage(console, reference);
    return console;
  }

  private static void awaitPage(ConsoleFixture console, String reference) {
    Node page = console.find("#subject-page");
    TextField id = console.find(".detail #id");
    console.await(() -> page.isVisible() && id.getText().equals(reference));
  }

  /** The title of each section, and the badges of its entries. */
  private static String text(ConsoleFixture console, String section) {
    return console.read(
        () -> {
          Labeled title = console.robot().lookup("#section-" + section + " .section").query();
          return title.getText()
              + ": "
              + String.join(", ", texts(console, "#section-" + section + " .status-badge"));
        });
  }

  private static List<String> texts(ConsoleFixture console, String query) {
    return console.robot().lookup(query).<Labeled>queryAll().stream()
        .map(Labeled::getText)
        .toList();
  }

  private static boolean isSelected(ConsoleFixture console, String feature) {
    return console.<ToggleButton>find("#go-" + feature).isSelected();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Holds · 1: Active | Do not call · 1: Added by a client | Promises · 1: Open \
          | Orders · 1: Scheduled, No answer | Enrollments · 1: Active | Holds · 2: Active, Active
          de | Vorbehalte · 1: Aktiv | Sperrliste · 1: Von einem Client | Zahlungszusagen · 1: Offen \
          | Aufträge · 1: Geplant, Nicht abgenommen | Einschreibungen · 1: Aktiv | Vorbehalte · 2: Aktiv, Aktiv
          """)
  void showsAllOfAPersonFromAnOrderAndPlacesAHold(
      String language,
      String holds,
      String entries,
      String promises,
      String orders,
      String enrollments,
      String held)
      throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("orders");
      DialogCase.select(console, "#orders", "ord_1");
      console.press("#link-subject");
      awaitPage(console, "debtor-1");
      assertThat(SECTIONS.stream().map(section -> text(console, section)))
          .containsExactly(holds, entries, promises, orders, enrollments);
      assertThat(console.<Label>find(".detail #person").getText())
          .isEqualTo("Erika Muster · debtor-1");

      console.press("#subject-hold");
      console.press("#hold-whole");
      ComboBox<String> reason = console.find("#place-dialog #hold-reason");
      console.runAndWait(() -> reason.setValue("deceased"));
      service.list("holds", SubjectService.NEW_HOLD, SubjectService.HOLD);
      console.press("#place-dialog #dialog-accept");
      console.await(() -> text(console, "holds").equals(held));
      assertThat(service.resources.changes())
          .containsExactly(
              "POST /v1/holds {\"subject_reference\":\"debtor-1\",\"reason\":\"deceased\"}");

      console.robot().push(KeyCode.ALT, KeyCode.LEFT);
      console.await(() -> isSelected(console, "orders"));
      TextField order = console.find(".detail #id");
      console.await(() -> order.getText().equals("ord_1"));
    }
  }

  @Test
  void opensTheScreenOfEachEntryAndComesBack() throws Exception {
    try (ConsoleFixture console = open(service.session(), "en", "debtor-1")) {
      for (String section : List.of("holds", "suppressions", "orders", "enrollments")) {
        Hyperlink link = console.find("#section-" + section + " .entry-link");
        assertThat(link.getAccessibleText()).contains(link.getText() + ", ");
        console.runAndWait(link::fire);
        console.await(() -> isSelected(console, section));
        console.robot().push(KeyCode.ALT, KeyCode.LEFT);
        awaitPage(console, "debtor-1");
        assertThat(isSelected(console, "subjects")).isTrue();
      }
    }
  }

  @Test
  void isReachedFromHoldsEntriesAndEnrollments() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      for (String[] way :
          new String[][] {
            {"holds", "hld_1", "#hold-person"},
            {"suppressions", "sup_1", "#suppression-person"},
            {"enrollments", "enr_1", "#enrollment-person"}
          }) {
        console.open(way[0]);
        DialogCase.select(console, "#" + way[0], way[1]);
        console.press(way[2]);
        awaitPage(console, "debtor-1");
      }
    }
  }

  @Test
  void isFoundByPartsOfTheNameInThePalette() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("orders");
      console.robot().push(KeyCode.CONTROL, KeyCode.K);
      TextField field = console.find("#palette-text");
      console.await(field::isFocused);
      console.runAndWait(() -> field.setText("mus"));
      console.robot().push(KeyCode.DOWN).push(KeyCode.ENTER);
      awaitPage(console, "debtor-1");
    }
  }

  @ParameterizedTest
  @CsvSource({"en, names this person", "de, nennt diese Person"})
  void saysThatNothingNamesAPerson(String language, String said) throws Exception {
    try (ConsoleFixture console = open(service.session(), language, "unknown")) {
      Label unknown = console.find("#unknown-subject");
      assertThat(unknown.isVisible()).isTrue();
      assertThat(unknown.getText()).contains(said);
    }
  }

  @Test
  void showsAPersonThatOnlyAHoldNames() throws Exception {
    try (ConsoleFixture console = open(service.session(), "en", "heir")) {
      assertThat(console.find("#unknown-subject").isVisible()).isFalse();
      assertThat(text(console, "holds")).isEqualTo("Holds · 1: Active");
      assertThat(text(console, "orders")).isEqualTo("Orders: ");
      assertThat(console.<Label>find(".detail #person").getText()).isEqualTo("heir");
    }
  }

  @Test
  void hidesWhatALostScopeHasPermitted() throws Exception {
    Session session = service.session();
    try (ConsoleFixture console = open(session, "en", "debtor-1")) {
      console.runAndWait(() -> session.grant(EnumSet.of(Scope.ORDERS_READ)));
      assertThat(console.read(() -> texts(console, "#section-holds .timeline-time")))
          .singleElement()
          .asString()
          .contains("config:read");
      assertThat(text(console, "holds")).isEqualTo("Holds: ");
      assertThat(text(console, "orders")).startsWith("Orders · 1");
      assertThat(console.<Button>find("#subject-hold").isDisabled()).isTrue();
      assertThat(isSelected(console, "subjects")).isTrue();
    }
  }

  @Test
  void followsEventsOfThePerson() throws Exception {
    try (ConsoleFixture console = open(service.session(), "en", "debtor-1")) {
      service.list("holds", SubjectService.NEW_HOLD, SubjectService.HOLD);
      service.resources.service.fixed(
          "/v1/events?limit=100&after=c",
          200,
          """
          {"data":[{"id":"evt_1","type":"hold.created","data":{"subject_reference":"debtor-1"}}],
           "has_more":false,"next_cursor":"d"}
          """);
      console.await(() -> text(console, "holds").equals("Holds · 2: Active, Active"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | To be canceled now: one order, one enrollment, | refuses the erasure. Its reason: suit
          de | Jetzt zu stornieren: ein Auftrag, eine Einschreibung, | lehnt die Löschung ab. Ihr Grund: suit
          """)
  void previewsAnErasureAndPreventsItDuringALegalHold(String language, String open, String hold)
      throws Exception {
    service.placeLegalHold();
    try (ConsoleFixture console = open(service.session(), language, "debtor-1")) {
      console.press("#erase-subject");
      Label counts = console.find("#erase-dialog #erase-open");
      assertThat(counts.getText()).startsWith(open);
      Label legalHold = console.find("#erase-dialog #erase-legal-hold");
      console.await(legalHold::isVisible);
      assertThat(legalHold.getText()).endsWith(hold);
      assertThat(console.<Button>find("#erase-dialog #dialog-accept").isDisabled()).isTrue();
      console.press("#erase-dialog #dialog-decline");
      console.await(() -> console.robot().lookup("#erase-dialog").tryQuery().isEmpty());
      assertThat(service.resources.changes()).isEmpty();
    }
  }

  @Test
  void exportsAndErasesByTheRoleAdministerOnly() throws Exception {
    service.resources.service.fixed(
        "/admin/v1/overview", 200, "{\"operator\":{\"role\":\"operate\"}}");
    try (ConsoleFixture console = open(service.session(), "en", "debtor-1")) {
      for (String button : List.of("#export-subject", "#erase-subject")) {
        Button action = console.find(button);
        console.await(action::isDisabled);
        assertThat(action.getAccessibleHelp()).as(button).contains("administer");
      }
      assertThat(console.<Button>find("#subject-hold").isDisabled()).isFalse();
    }
  }

  @Test
  void writesTheExportAfterItsPreview() throws Exception {
    service.resources.service.fixed(
        "GET /admin/v1/tenants/tn_1/subjects/debtor-1", 200, "{\"orders\":[]}");
    Path file = home.resolve("export.json");
    try (ConsoleFixture console = open(service.session(), "en", "debtor-1")) {
      console.files = (chooser, owner) -> Optional.of(file);
      console.press("#export-subject");
      Label effect = console.find("#data-export-dialog #dialog-effect");
      assertThat(effect.getText()).contains("The audit log records the export");
      console.press("#data-export-dialog #dialog-accept");
      Label message = console.find("#subject-message");
      console.await(() -> message.getText().contains(file.toString()));
      assertThat(message.getPseudoClassStates()).contains(Styles.STATE_SUCCESS);
      assertThat(Files.readString(file)).contains("orders");
    }
  }
}
