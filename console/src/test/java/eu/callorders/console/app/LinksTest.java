package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each link fills the filter of its screen, and Back shows what was seen before. */
@RobotTest
@Tag("long")
class LinksTest {
  private static final int PERSON = 3;
  private static final int TOP = 95;
  private static final int ROWS_BELOW = 5;

  @AutoClose private final LinksService service = new LinksService();
  @TempDir private Path home;
  private Session session;
  private ConsoleFixture console;

  @BeforeEach
  void open() throws Exception {
    session = service.resources.session();
    console = ConsoleFixture.forSession(session, home);
    console.open("orders");
    await("#orders", LinksService.LINKED);
  }

  @AfterEach
  void close() throws Exception {
    console.close();
  }

  private TableView<?> await(String table, String row) {
    TableView<?> list = console.find(table);
    console.await(() -> list.getItems().toString().contains(row));
    return list;
  }

  private static String selected(TableView<?> table) {
    return String.valueOf(table.getSelectionModel().getSelectedItem());
  }

  private String text(String field) {
    return console.<TextField>find(field).getText();
  }

  private void apply(String field, String text) {
    TextField typed = console.type(field, text);
    console.runAndWait(() -> typed.getOnAction().handle(null));
  }

  private TableView<?> select(String table, String row) {
    TableView<?> list = await(table, row);
    console.runAndWait(() -> SequenceScreenshots.select(list, row));
    return list;
  }

  private void awaitDetail(String id) {
    TextField shown = console.find(".detail #id");
    console.await(() -> shown.getText().equals(id));
  }

  private static int top(TableView<?> table) {
    return table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
            && flow.getFirstVisibleCell() instanceof IndexedCell<?> first
        ? first.getIndex()
        : -1;
  }

  private String screen() {
    return console.read(
        () ->
            console.robot().lookup(".navigation-item").<ToggleButton>queryAll().stream()
                .filter(ToggleButton::isSelected)
                .findFirst()
                .orElseThrow()
                .getId());
  }

  private void selectTab(int index) {
    TabPane tabs = console.find(".detail .tab-pane");
    console.await(tabs::isVisible);
    console.runAndWait(() -> tabs.getSelectionModel().select(index));
  }

  private int tab() {
    return console.<TabPane>find(".detail .tab-pane").getSelectionModel().getSelectedIndex();
  }

  /** Searches for an order, and shows its third tab. */
  private void search() {
    apply("#toolbar #search", "case-7");
    TableView<?> orders = console.find("#orders");
    console.await(() -> orders.getItems().size() == 1);
    select("#orders", LinksService.LINKED);
    awaitDetail(LinksService.LINKED);
    selectTab(PERSON);
  }

  private void assertSearched() {
    TableView<?> orders = console.find("#orders");
    console.await(() -> orders.getItems().size() == 1 && selected(orders).contains("ord_007"));
    assertThat(screen()).isEqualTo("go-orders");
    assertThat(text("#toolbar #search")).isEqualTo("case-7");
    assertThat(text("#toolbar #subject")).isEmpty();
    awaitDetail(LinksService.LINKED);
    assertThat(tab()).isEqualTo(PERSON);
  }

  private void follow(String link) {
    console.press(link);
    console.runAndWait(() -> {});
  }

  private void back() {
    follow("#back");
  }

  @Test
  void listsOrdersOfThePersonAndRestoresTheSearch() {
    search();
    follow("#link-person");
    TableView<?> orders = await("#orders", "ord_008");
    assertThat(text("#toolbar #search")).isEmpty();
    assertThat(text("#toolbar #subject")).isEqualTo("debtor-7");
    assertThat(orders.getItems()).hasSize(2);
    console.await(() -> selected(orders).contains(LinksService.LINKED));
    awaitDetail(LinksService.LINKED);
    selectTab(0);

    back();
    assertSearched();
    console.robot().push(KeyCode.ALT, KeyCode.RIGHT);
    console.await(() -> orders.getItems().size() == 2);
    assertThat(text("#toolbar #subject")).isEqualTo("debtor-7");
    console.robot().push(KeyCode.ALT, KeyCode.LEFT);
    assertSearched();
  }

  @ParameterizedTest
  @CsvSource({
    "#link-subject, go-subjects, .detail #id, debtor-7",
    "#link-enrollment, go-enrollments, .detail #id, enr_1",
    "#link-order-type, go-order-types, .detail #id, payment_reminder",
    "#link-suppressions, go-suppressions, .toolbar #subject, debtor-7",
    "#link-holds, go-holds, .toolbar #search, debtor-7",
    "#link-deliveries, go-deliveries, .toolbar #event, evt_1"
  })
  void opensOtherScreensAndComesBack(String link, String target, String field, String value) {
    search();
    follow(link);
    assertThat(screen()).isEqualTo(target);
    TextField filled = console.find(field);
    console.await(() -> filled.getText().equals(value));
    back();
    assertSearched();
    assertThat(console.<Button>find("#forward").isDisabled()).isFalse();
  }

  @Test
  void scrollsBackToARowOfALaterPage() {
    apply("#toolbar #orderType", "payment_reminder");
    TableView<?> orders = console.find("#orders");
    console.runAndWait(() -> orders.scrollTo(TOP));
    console.await(() -> orders.getItems().size() == LinksService.ORDERS);
    console.runAndWait(() -> orders.scrollTo(LinksService.ORDERS - 1));
    select("#orders", LinksService.id(120));
    awaitDetail(LinksService.id(120));
    console.runAndWait(() -> orders.scrollTo(TOP + ROWS_BELOW));
    console.await(() -> top(orders) == TOP + ROWS_BELOW);
    follow("#link-enrollment");
    console.find("#enrollment-orders");
    follow("#enrollment-orders");
    console.await(() -> orders.getItems().size() == 1);
    assertThat(text("#toolbar #enrollmentId")).isEqualTo("enr_1");
    assertThat(text("#toolbar #orderType")).isEmpty();

    back();
    assertThat(screen()).isEqualTo("go-enrollments");
    back();
    console.await(() -> top(orders) == TOP + ROWS_BELOW);
    assertThat(text("#toolbar #orderType")).isEqualTo("payment_reminder");
    assertThat(text("#toolbar #enrollmentId")).isEmpty();
    console.await(() -> selected(orders).contains(LinksService.id(120)));
  }

  @Test
  void goesFromAnEnrollmentToItsSignalAndOn() {
    search();
    follow("#link-enrollment");
    follow("#enrollment-signal");
    assertThat(screen()).isEqualTo("go-signals");
    awaitDetail("sig_1");
    follow("#signal-effects .entry-link");
    assertThat(screen()).isEqualTo("go-enrollments");
    back();
    awaitDetail("sig_1");
    back();
    back();
    assertSearched();
  }

  @Test
  void goesFromAnEntryToItsPerson() {
    search();
    follow("#link-suppressions");
    select("#suppressions", "sup_7");
    follow("#suppression-person");
    console.find("#subject-page");
    awaitDetail("debtor-7");
    assertThat(screen()).isEqualTo("go-subjects");
    back();
    TableView<?> entries = console.find("#suppressions");
    console.await(() -> selected(entries).contains("sup_7"));
    assertThat(text(".toolbar #subject")).isEqualTo("debtor-7");
    back();
    assertSearched();
  }

  @Test
  void goesFromADeliveryToItsOrder() {
    console.open("deliveries");
    select("#deliveries", "whd_1");
    awaitDetail("whd_1");
    follow("#delivery-order");
    console.await(() -> screen().equals("go-orders"));
    awaitDetail(LinksService.LINKED);
    assertThat(text("#toolbar #search")).isEmpty();
    TableView<?> orders = console.find("#orders");
    console.await(() -> selected(orders).contains(LinksService.LINKED));
    back();
    awaitDetail("whd_1");
    TableView<?> deliveries = console.find("#deliveries");
    console.await(() -> selected(deliveries).contains("whd_1"));
  }

  /** The event of a call has no person, so its order is read. */
  @Test
  void goesFromADeliveryToItsEventWithItsPersonAndItsSignal() {
    console.open("deliveries");
    select("#deliveries", "whd_1");
    awaitDetail("whd_1");
    Hyperlink event =
        console.robot().lookup(".detail .order-link").<Hyperlink>queryAll().stream()
            .filter(link -> link.getText().equals("evt_1"))
            .findFirst()
            .orElseThrow();
    console.runAndWait(event::fire);
    assertThat(screen()).isEqualTo("go-events");
    TextField id = console.find("#event-id");
    console.await(() -> id.getText().equals("evt_1"));
    selectTab(1);
    console.await(() -> values().contains("debtor-7"));
    follow("#event-signal");
    assertThat(screen()).isEqualTo("go-signals");
    awaitDetail("sig_1");
  }

  /** Of the visible facts in the detail. */
  private Set<String> values() {
    return console.robot().lookup(".detail .property-value").<TextField>queryAll().stream()
        .filter(Node::isVisible)
        .map(TextField::getText)
        .collect(Collectors.toSet());
  }

  @Test
  void showsADeliveryAgainWhoseListWasFiltered() {
    console.open("deliveries");
    select("#deliveries", "whd_1");
    awaitDetail("whd_1");
    console.open("orders");
    search();
    follow("#link-deliveries");
    assertThat(console.robot().lookup(".detail #id").tryQuery()).isEmpty();
    back();
    back();
    awaitDetail("whd_1");
    assertThat(text(".toolbar #event")).isEmpty();
  }

  @Test
  void marksAPersonOnTheDoNotCallList() {
    select("#orders", "ord_008");
    awaitDetail("ord_008");
    console.find("#link-suppressions");
    TableView<?> orders = console.find("#orders");
    assertThat(console.read(this::badges)).isEmpty();
    console.runAndWait(() -> SequenceScreenshots.select(orders, LinksService.LINKED));
    awaitDetail(LinksService.LINKED);
    console.await(() -> badges().equals(Set.of("1")));
  }

  private Set<String> badges() {
    Set<Node> found = console.robot().lookup("#order-links .status-badge").queryAll();
    return found.stream().map(badge -> ((Labeled) badge).getText()).collect(Collectors.toSet());
  }

  @Test
  void goesBackByTheButtonsOfTheMouse() {
    search();
    follow("#link-enrollment");
    click(MouseButton.BACK);
    assertSearched();
    click(MouseButton.FORWARD);
    assertThat(screen()).isEqualTo("go-enrollments");
  }

  private void click(MouseButton button) {
    Node target = console.find("#content");
    console.runAndWait(
        () ->
            Event.fireEvent(
                target,
                new MouseEvent(
                    MouseEvent.MOUSE_PRESSED,
                    0,
                    0,
                    0,
                    0,
                    button,
                    1,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    null)));
  }

  @Test
  void skipsScreensWhoseScopeIsLost() {
    search();
    follow("#link-suppressions");
    console.open("enrollments");
    console.runAndWait(() -> session.grant(EnumSet.of(Scope.ORDERS_READ, Scope.EVENTS_READ)));
    back();
    assertSearched();
    back();
    assertThat(screen()).isEqualTo("go-overview");
    assertThat(console.<Button>find("#back").isDisabled()).isTrue();
  }
}
