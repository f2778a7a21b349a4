package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After a search, no screen shows a detail that the search has not found. */
@RobotTest
@Tag("long")
class SearchedDetailTest {
  private static final String EMPTY = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";
  private static final String ORDER = "{\"id\":\"ord_1\",\"status\":\"scheduled\",\"contacts\":[]}";
  private static final int AUDIT = 2;

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @BeforeEach
  void respond() {
    service.service.computed(
        "/v1/events",
        target ->
            target.contains("other")
                ? EMPTY
                : page(
                    """
                    {"id":"evt_1","type":"signal.received","related":{},
                     "data":{"id":"sig_1","signal_type":"claim.disputed"}}
                    """));
    service.service.fixed("GET /v1/order-types", 200, page("{\"key\":\"reminder\",\"version\":1}"));
    service.service.fixed("GET /v1/order-types/reminder", 200, "{\"key\":\"reminder\"}");
    for (String list :
        new String[] {
          "call-orders?subject_reference=other",
          "enrollments?subject_reference=other",
          "sequences?key=other",
          "webhook-deliveries?event_id=other",
          "webhook-endpoints?status=disabled"
        }) {
      service.service.fixed("GET /v1/" + list + "&limit=100", 200, EMPTY);
    }
    service.service.fixed(
        "GET /v1/order-types/other", 404, "{\"status\":404,\"code\":\"not_found\"}");
  }

  private static String page(String row) {
    return EMPTY.replace("[]", "[" + row + "]");
  }

  /** Opens the screen, and the detail of its first row. */
  private ConsoleFixture open(String screen) throws Exception {
    ConsoleFixture console = ConsoleFixture.forSession(service.session(), home);
    console.open(screen);
    select(console, "#" + screen);
    return console;
  }

  private static void select(ConsoleFixture console, String list) {
    TableView<?> table = console.find(list);
    console.await(() -> !table.getItems().isEmpty());
    console.runAndWait(() -> table.getSelectionModel().select(0));
    console.find(".detail");
  }

  private static TextField search(ConsoleFixture console, String field, String text) {
    TextField typed = console.find(".toolbar " + field);
    console.runAndWait(typed::requestFocus);
    console.runAndWait(() -> typed.setText(text));
    console.robot().push(KeyCode.ENTER);
    return typed;
  }

  private static boolean hasDetail(ConsoleFixture console) {
    return console.robot().lookup(".detail").tryQuery().isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "orders, #subject",
    "enrollments, #subject",
    "sequences, #search",
    "order-types, #search",
    "events, #about",
    "signals, #search",
    "deliveries, #event"
  })
  void closesADetailThatIsNotFound(String screen, String field) throws Exception {
    try (ConsoleFixture console = open(screen)) {
      TextField typed = search(console, field, "other");
      console.await(() -> !hasDetail(console));
      assertThat(console.<TableView<?>>find("#" + screen).getItems()).isEmpty();
      assertThat(console.read(() -> console.stage().getScene().getFocusOwner())).isEqualTo(typed);
    }
  }

  @Test
  void closesADetailThatIsFilteredOut() throws Exception {
    try (ConsoleFixture console = open("webhooks")) {
      ComboBox<String> status = console.find(".toolbar #status");
      console.runAndWait(() -> status.setValue("disabled"));
      console.await(() -> !hasDetail(console));
    }
  }

  @Test
  void closesAnEntryOfTheAuditLogThatIsNotFound() throws Exception {
    service.service.fixed("GET /admin/v1/audit-log", 200, page("{\"id\":\"aud_1\"}"));
    service.service.fixed("GET /admin/v1/audit-log?tenant_id=other&limit=100", 200, EMPTY);
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("administration");
      TabPane tabs = console.find("#content .tab-pane");
      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
      select(console, "#audit");
      search(console, "#tenantId", "other");
      console.await(() -> !hasDetail(console));
    }
  }

  @Test
  void keepsADetailThatIsFound() throws Exception {
    String target = "GET /v1/call-orders?order_type=reminder&limit=100";
    service.service.fixed(target, 200, page(ORDER));
    try (ConsoleFixture console = open("orders")) {
      TableView<?> orders = console.find("#orders");
      search(console, "#orderType", "reminder");
      console.await(() -> orders.getItems().size() == 1);
      assertThat(console.<TextField>find(".detail #id").getText()).isEqualTo("ord_1");
      assertThat(console.read(() -> orders.getSelectionModel().getSelectedIndex())).isZero();
    }
  }

  @Test
  void keepsADetailOfALinkUntilTheNextSearch() throws Exception {
    service.service.fixed("GET /v1/call-orders", 200, page(ORDER));
    try (ConsoleFixture console = open("orders")) {
      console.runAndWait(() -> console.view().open("ord_2"));
      TextField shown = console.find(".detail #id");
      console.await(() -> shown.getText().equals("ord_2"));
      TableView<?> orders = console.find("#orders");
      service.service.fixed("GET /v1/call-orders", 200, EMPTY);
      console.robot().push(KeyCode.F5);
      console.await(() -> orders.getItems().isEmpty());
      assertThat(shown.getText()).isEqualTo("ord_2");
      search(console, "#subject", "other");
      console.await(() -> !hasDetail(console));
    }
  }

  @Test
  void movesTheFocusOfAClosedDetailToTheList() throws Exception {
    try (ConsoleFixture console = open("orders")) {
      Button close = console.find(".detail .button-icon");
      console.runAndWait(close::requestFocus);
      console.runAndWait(close::fire);
      console.await(console.find("#orders")::isFocused);
      assertThat(hasDetail(console)).isFalse();
    }
  }
}
