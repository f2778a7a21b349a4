package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The list of orders, one of which is linked with everything else; searches it, follows links. */
abstract class LinksFixture {
  private static final int PERSON_TAB = 3;

  private final LinksService service = new LinksService();
  final Session session = service.resources.session();
  ConsoleFixture console;
  @TempDir private Path home;

  @BeforeEach
  void open() throws TimeoutException {
    console = ConsoleFixture.forSession(session, home);
    console.open("orders");
    await("#orders", LinksService.LINKED);
  }

  @AfterEach
  void close() throws TimeoutException {
    console.close();
    service.close();
  }

  /** Waits for the row in the table. */
  TableView<?> await(String table, String row) {
    TableView<?> list = console.find(table);
    console.await(() -> list.getItems().toString().contains(row));
    return list;
  }

  void select(String table, String row) {
    TableView<?> list = await(table, row);
    console.runAndWait(() -> SequenceScreenshots.select(list, row));
  }

  void awaitSelected(String table, String row) {
    TableView<?> list = console.find(table);
    console.await(() -> selected(list).contains(row));
  }

  void awaitDetail(String id) {
    TextField shown = console.find(".detail #id");
    console.await(() -> shown.getText().equals(id));
  }

  /** Selects the row and waits for its detail. */
  void openDetail(String table, String id) {
    select(table, id);
    awaitDetail(id);
  }

  private static String selected(TableView<?> table) {
    return String.valueOf(table.getSelectionModel().getSelectedItem());
  }

  String text(String field) {
    return console.<TextField>find(field).getText();
  }

  void apply(String field, String text) {
    TextField typed = console.type(field, text);
    console.runAndWait(() -> typed.getOnAction().handle(null));
  }

  void selectTab(int index) {
    TabPane tabs = console.find(".detail .tab-pane");
    console.await(tabs::isVisible);
    console.runAndWait(() -> tabs.getSelectionModel().select(index));
  }

  private int tab() {
    return console.<TabPane>find(".detail .tab-pane").getSelectionModel().getSelectedIndex();
  }

  /** Searches for an order, and shows its person. */
  void search() {
    apply("#toolbar #search", "case-7");
    TableView<?> orders = console.find("#orders");
    console.await(() -> orders.getItems().size() == 1);
    openDetail("#orders", LinksService.LINKED);
    selectTab(PERSON_TAB);
  }

  void assertSearched() {
    TableView<?> orders = console.find("#orders");
    console.await(
        () -> orders.getItems().size() == 1 && selected(orders).contains(LinksService.LINKED));
    assertThat(console.screen()).isEqualTo("go-orders");
    assertThat(text("#toolbar #search")).isEqualTo("case-7");
    assertThat(text("#toolbar #subject")).isEmpty();
    awaitDetail(LinksService.LINKED);
    assertThat(tab()).isEqualTo(PERSON_TAB);
  }

  void follow(String link) {
    console.press(link);
    console.runAndWait(() -> {});
  }

  void back() {
    follow("#back");
  }
}
