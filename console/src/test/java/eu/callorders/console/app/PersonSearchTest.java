package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.FakeService;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finds the orders of a person by letters of the name or digits of a number. */
@RobotTest
@Tag("long")
class PersonSearchTest {
  private static final String ERIKA = "Erika Muster · debtor-1";
  private static final KeyCode[] LETTERS = {KeyCode.M, KeyCode.U, KeyCode.S};
  private static final KeyCode[] DIGITS = {
    KeyCode.DIGIT5, KeyCode.DIGIT0, KeyCode.DIGIT2, KeyCode.DIGIT1
  };

  @AutoClose private final FakeService service = new FakeService();
  @TempDir private Path home;

  private static String order(
      String id, String subject, String given, String family, String phone) {
    return """
    {"id":"%s","status":"scheduled","order_type":"payment_reminder","attempt_count":0,
     "subject":{"reference":"%s","name":{"given_name":"%s","family_name":"%s"}},
     "contacts":[{"channel":"phone","value":"%s","priority":1}],
     "created_at":"2026-11-20T09:00:00.000Z","updated_at":"2026-11-20T09:00:00.000Z"}
    """
        .formatted(id, subject, given, family, phone);
  }

  private static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c\"}"
        .formatted(String.join(",", rows));
  }

  private static String hits(String matched) {
    return """
    {"data":[{"kind":"subject","tenant_id":"tn_1","subject_reference":"debtor-1",
       "name":"Erika Muster","phone":"+49…5021","matched":["%s"]},
      {"kind":"order","tenant_id":"tn_1","id":"ord_1","subject_reference":"debtor-1",
       "matched":["%s"]}],
     "has_more":false,"searched":["reference","client_reference","name","%s"]}
    """
        .formatted(matched, matched, matched.equals("name") ? "identifier" : matched);
  }

  @BeforeEach
  void stubResponses() {
    String erika = order("ord_1", "debtor-1", "Erika", "Muster", "+493023125021");
    String second = order("ord_3", "debtor-1", "Erika", "Muster", "+493023125021");
    String max = order("ord_2", "debtor-2", "Max", "Neu", "+493023125022");
    service
        .fixed("/v1/tenant", 200, "{\"id\":\"tn_1\",\"name\":\"Acme\"}")
        .fixed("/v1/events", 200, page())
        .fixed("/admin/v1/overview", 200, "{}")
        .fixed("/admin/v1/dialing/halts", 200, "{\"halts\":[]}")
        .fixed("/v1/call-orders", 200, page())
        .fixed("/v1/call-orders?limit=100", 200, page(erika, max, second))
        .fixed("/v1/call-orders?subject_reference=debtor-1&limit=100", 200, page(erika, second))
        .fixed("/v1/call-orders/ord_9", 200, order("ord_9", "debtor-9", "Nora", "Neu", "+4930123"))
        .fixed("/admin/v1/search?q=mus&tenant_id=tn_1", 200, hits("name"))
        .fixed("/admin/v1/search?q=5021&tenant_id=tn_1", 200, hits("phone"));
  }

  private ConsoleFixture open(String language) throws Exception {
    ConsoleFixture console =
        ConsoleFixture.forSession(
            DialogService.session(service, "sandbox"), home, Locale.of(language));
    console.open("orders");
    return console;
  }

  /** The texts of the visible cells of a column, from top to bottom. */
  private static List<String> cells(TableView<?> table, String column) {
    int position =
        table.getVisibleLeafColumns().stream().map(it -> it.getId()).toList().indexOf(column);
    return table.lookupAll(".table-row-cell").stream()
        .map(row -> (TableRow<?>) row)
        .filter(row -> row.getItem() != null)
        .sorted((one, other) -> Integer.compare(one.getIndex(), other.getIndex()))
        .map(row -> ((Labeled) row.getChildrenUnmodifiable().get(position)).getText())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Searched in: reference of the person, client reference, name, start of the id.
          de | Gesucht in: Referenz der Person, Kundenreferenz, Name, Anfang der Kennung.
          """)
  void findsOrdersByThreeLettersOfAName(String language, String searched) throws Exception {
    try (ConsoleFixture console = open(language)) {
      find(console, LETTERS, searched);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Searched in: reference of the person, client reference, name, end of the number.
          de | Gesucht in: Referenz der Person, Kundenreferenz, Name, Ende der Rufnummer.
          """)
  void findsOrdersByFourDigitsOfANumber(String language, String searched) throws Exception {
    try (ConsoleFixture console = open(language)) {
      find(console, DIGITS, searched);
    }
  }

  private static void find(ConsoleFixture console, KeyCode[] text, String searched) {
    TableView<?> table = console.find("#orders");
    console.await(
        () -> cells(table, "subject").equals(List.of(ERIKA, "Max Neu · debtor-2", ERIKA)));
    assertThat(console.read(() -> cells(table, "phone")))
        .containsExactly("+49…5021", "+49…5022", "+49…5021");
    console.robot().push(KeyCode.CONTROL, KeyCode.F);
    for (KeyCode key : text) {
      console.robot().push(key);
    }
    console.robot().push(KeyCode.ENTER);
    console.await(() -> cells(table, "subject").equals(List.of(ERIKA, ERIKA)));
    Label report = console.find("#searched");
    console.await(() -> report.getText().equals(searched));
  }

  @Test
  void completesTheRowOfAnEvent() throws Exception {
    String accepted =
        """
        {"id":"evt_1","type":"call_order.accepted","occurred_at":"2026-11-20T10:00:00.000Z",
         "related":{"call_order_id":"ord_9"},
         "data":{"id":"ord_9","status":"accepted","order_type":"payment_reminder",
          "subject":{"reference":"debtor-9"},"attempt_count":0,
          "created_at":"2026-11-20T10:00:00.000Z","updated_at":"2026-11-20T10:00:00.000Z"}}
        """;
    try (ConsoleFixture console = open("en")) {
      TableView<?> table = console.find("#orders");
      console.await(() -> table.getItems().size() == 3);
      service.fixed("/v1/events?limit=100&after=c", 200, page(accepted));
      console.await(() -> cells(table, "subject").contains("Nora Neu · debtor-9"));
      assertThat(console.read(() -> cells(table, "phone"))).contains("+49…0123");
    }
  }
}
