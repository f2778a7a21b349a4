package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first columns of lists beside a detail in the narrowest window. */
@Tag("long")
@RobotTest
class NarrowListTest {
  private static final int AUDIT = 2;

  @AutoClose private final ListFitService service = new ListFitService();
  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "en, events, type, subject",
    "de, events, type, subject",
    "de, webhooks, health, url",
    "de, orders, status, subject",
    "de, audit, action, actor",
    "de, holds, status, subject",
    "de, signals, signal_type, subject"
  })
  void showsWhatIdentifiesARow(String language, String list, String first, String second)
      throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      open(console, list);
      TableView<?> table = console.find("#" + list);
      console.await(() -> !table.getItems().isEmpty());
      console.runAndWait(() -> table.getSelectionModel().select(0));
      console.runAndWait(() -> console.stage().setWidth(Pictures.NARROW));
      assertThat(console.read(() -> List.copyOf(table.getVisibleLeafColumns())))
          .extracting(TableColumn::getId)
          .startsWith(first, second);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"#edit-endpoint", "#new-endpoint"})
  void showsWhatIdentifiesAnEndpointBesideItsForm(String form) throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.GERMAN)) {
      console.open("webhooks");
      TableView<?> table = console.find("#webhooks");
      console.await(() -> !table.getItems().isEmpty());
      console.runAndWait(() -> table.getSelectionModel().select(0));
      console.await(() -> !console.find("#edit-endpoint").isDisabled());
      console.press(form);
      console.runAndWait(() -> console.stage().setWidth(Pictures.NARROW));
      assertThat(console.read(() -> List.copyOf(table.getVisibleLeafColumns())))
          .extracting(TableColumn::getId)
          .startsWith("health", "url");
    }
  }

  /** Identifiers differ at their ends. */
  @ParameterizedTest
  @CsvSource({
    "en, 1360, holds, claim, V-2026-0815-4711",
    "de, 1360, holds, claim, V-2026-0815-4711",
    "en, 1360, signals, signal_type, invoice.overdue_for_a_long_time",
    "de, 1360, signals, dedupe_key, RE-2026-08812:2"
  })
  void showsIdentifiersWhole(String language, int width, String list, String column, String text)
      throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open(list);
      console.runAndWait(() -> console.stage().setWidth(width));
      console.await(() -> isWhole(console, list, column, text));
    }
  }

  private static boolean isWhole(ConsoleFixture console, String list, String column, String text) {
    return console.robot().lookup("#" + list + " .table-cell").queryAll().stream()
        .anyMatch(
            node ->
                node instanceof TableCell<?, ?> cell
                    && text.equals(cell.getText())
                    && cell.getTableColumn().getId().equals(column)
                    && !cell.isTextTruncated());
  }

  private static void open(ConsoleFixture console, String list) {
    if (list.equals("audit")) {
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
    } else {
      console.open(list);
    }
  }
}
