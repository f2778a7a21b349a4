package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Saved views of lists, by mouse and by keyboard. */
@RobotTest
@Tag("long")
class SavedViewsMenuTest {
  private static final String KEY = "view/Operations/tn_1/orders/";

  @AutoClose private final LinksService service = new LinksService();
  @TempDir private Path home;

  private ConsoleFixture start(String language) throws Exception {
    ConsoleFixture console =
        ConsoleFixture.forSession(service.resources.session(), home, Locale.of(language));
    console.open("orders");
    TableView<?> orders = console.find("#orders");
    console.await(() -> !orders.getItems().isEmpty());
    return console;
  }

  private static List<String> names(ConsoleFixture console) {
    MenuButton menu = console.find("#views");
    console.runAndWait(menu::show);
    List<String> names =
        console.read(
            () ->
                menu.getItems().stream()
                    .filter(RadioMenuItem.class::isInstance)
                    .map(MenuItem::getText)
                    .toList());
    console.runAndWait(menu::hide);
    return names;
  }

  private static MenuItem item(ConsoleFixture console, String text) {
    MenuButton menu = console.find("#views");
    return console.read(
        () ->
            menu.getItems().stream()
                .filter(item -> text.equals(item.getId()) || text.equals(item.getText()))
                .findFirst()
                .orElseThrow());
  }

  /** Chooses an item of the menu, which may open a modal dialog. */
  private static void choose(ConsoleFixture console, String text) {
    names(console);
    MenuItem item = item(console, text);
    Platform.runLater(item::fire);
  }

  private static void enterName(ConsoleFixture console, String name) {
    TextField field = console.type("#view-name", name);
    Button accept = (Button) field.getScene().lookup("#dialog-accept");
    console.await(() -> !accept.isDisabled());
    console.press("#dialog-accept");
    console.await(() -> console.robot().lookup("#view-name").tryQuery().isEmpty());
  }

  private static List<String> sorted(ConsoleFixture console) {
    TableView<?> orders = console.find("#orders");
    return console.read(() -> orders.getSortOrder().stream().map(TableColumn::getId).toList());
  }

  private static String text(ConsoleFixture console, String field) {
    return console.<TextField>find(field).getText();
  }

  private static <T> void sortByReference(TableView<T> table) {
    table.getColumns().stream()
        .filter(column -> column.getId().equals("client_reference"))
        .forEach(
            column -> {
              column.setSortType(TableColumn.SortType.DESCENDING);
              table.getSortOrder().add(column);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void savesShowsRenamesAndDeletesAView(String language) throws Exception {
    try (ConsoleFixture console = start(language)) {
      assertThat(names(console)).isEmpty();
      TextField type = console.type("#toolbar #orderType", "payment_reminder");
      console.runAndWait(() -> type.getOnAction().handle(null));
      TableView<?> orders = console.find("#orders");
      console.runAndWait(() -> sortByReference(orders));
      choose(console, "save-view");
      enterName(console, " _Reminders 1 ");
      assertThat(names(console)).containsExactly("_Reminders 1");
      assertThat(item(console, "_Reminders 1"))
          .isInstanceOfSatisfying(RadioMenuItem.class, it -> assertThat(it.isSelected()).isTrue());

      console.runAndWait(console.<Button>find("#toolbar .flat")::fire);
      assertThat(text(console, "#toolbar #orderType")).isEmpty();
      names(console);
      assertThat(item(console, "rename-view").isDisable()).as("no view is shown").isTrue();
      console.runAndWait(orders.getSortOrder()::clear);

      choose(console, "_Reminders 1");
      console.await(() -> text(console, "#toolbar #orderType").equals("payment_reminder"));
      assertThat(sorted(console)).containsExactly("client_reference");
      console.robot().push(KeyCode.ALT, KeyCode.LEFT);
      console.await(() -> text(console, "#toolbar #orderType").isEmpty());
      choose(console, "_Reminders 1");
      console.await(() -> text(console, "#toolbar #orderType").equals("payment_reminder"));

      choose(console, "rename-view");
      enterName(console, "Reminders 2");
      assertThat(names(console)).containsExactly("Reminders 2");
      choose(console, "delete-view");
      console.press("#views-delete-dialog #dialog-accept");
      console.await(() -> console.robot().lookup("#views-delete-dialog").tryQuery().isEmpty());
      assertThat(names(console)).isEmpty();
      assertThat(text(console, "#toolbar #orderType")).isEqualTo("payment_reminder");
      assertThat(Settings.load(home).keys("view/")).isEmpty();
    }
  }

  @Test
  void saysWhyANameIsNotAccepted() throws Exception {
    Settings settings = Settings.load(home);
    settings.put(KEY + "Late", "{}");
    settings.save();
    try (ConsoleFixture console = start("en")) {
      choose(console, "save-view");
      TextField name = console.find("#view-name");
      console.await(name::isFocused);
      Label fault = console.find("#view-name-fault");
      Button accept = (Button) name.getScene().lookup("#dialog-accept");
      assertThat(fault.getText()).isEqualTo("A name has 1 to 60 characters.");
      console.type("#view-name", "late");
      assertThat(fault.getText()).isEqualTo("This list already has a view of that name.");
      assertThat(name.getAccessibleHelp()).isEqualTo(fault.getText());
      assertThat(accept.isDisabled()).isTrue();
      console.type("#view-name", "later");
      assertThat(fault.getText()).isEmpty();
      assertThat(accept.isDisabled()).isFalse();
      console.robot().push(KeyCode.ESCAPE);
    }
  }

  @Test
  void showsAViewByTheKeyboardAndByThePalette() throws Exception {
    Settings settings = Settings.load(home);
    settings.put(KEY + "Reminders", "{\"inputs\":{\"orderType\":\"payment_reminder\"}}");
    settings.save();
    try (ConsoleFixture console = start("en")) {
      MenuButton menu = console.find("#views");
      console.runAndWait(menu::requestFocus);
      console.robot().push(KeyCode.SPACE);
      console.await(menu::isShowing);
      console.robot().push(KeyCode.DOWN).push(KeyCode.ENTER);
      console.await(() -> text(console, "#toolbar #orderType").equals("payment_reminder"));

      console.open("events");
      console.robot().push(KeyCode.CONTROL, KeyCode.K);
      TextField field = console.find("#palette-text");
      console.await(field::isFocused);
      console.runAndWait(() -> field.setText("remind"));
      ListView<Command> found = console.find("#palette-commands");
      assertThat(console.read(() -> found.getItems().getFirst().title()))
          .isEqualTo("View Reminders (Orders)");
      console.robot().push(KeyCode.ENTER);
      console.find("#orders");
      assertThat(text(console, "#toolbar #orderType")).isEqualTo("payment_reminder");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void showsAViewOfALaterVersionWithoutWhatIsUnknown(String language) throws Exception {
    Settings settings = Settings.load(home);
    settings.put(
        KEY + "Later",
        "{\"inputs\":{\"orderType\":\"payment_reminder\",\"team\":\"north\"},"
            + "\"sort\":[{\"column\":\"mood\"}]}");
    settings.save();
    try (ConsoleFixture console = start(language)) {
      choose(console, "Later");
      Label notice = console.find("#view-notice");
      console.await(notice::isVisible);
      assertThat(notice.getText()).contains("Later", "team, mood");
      assertThat(text(console, "#toolbar #orderType")).isEqualTo("payment_reminder");
      console.type("#toolbar #orderType", "");
      assertThat(notice.isVisible()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"enrollments", "deliveries", "holds", "suppressions", "events"})
  void savesFiltersOfOtherLists(String list) throws Exception {
    try (ConsoleFixture console = start("en")) {
      console.open(list);
      ComboBox<String> choice = console.find(".toolbar .combo-box");
      String value = console.read(() -> choice.getItems().getLast());
      console.runAndWait(() -> choice.setValue(value));
      choose(console, "save-view");
      enterName(console, "Mine");
      console.runAndWait(() -> choice.setValue(""));
      choose(console, "Mine");
      console.await(() -> value.equals(choice.getValue()));
    }
  }

  @Test
  void savesTextFiltersOfSignals() throws Exception {
    try (ConsoleFixture console = start("en")) {
      console.open("signals");
      console.type("#toolbar #signalType", "payment.received");
      choose(console, "save-view");
      enterName(console, "Payments");
      console.type("#toolbar #signalType", "");
      choose(console, "Payments");
      console.await(() -> text(console, "#toolbar #signalType").equals("payment.received"));
    }
  }
}
