package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
