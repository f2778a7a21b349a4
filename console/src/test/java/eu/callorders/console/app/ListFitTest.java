package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of every value fit at all widths, in both languages, with and without a detail. */
@RobotTest
@Tag("long")
class ListFitTest {
  /** The screens with a list, by their ids. */
  static final List<String> LISTS =
      List.of(
          "orders",
          "enrollments",
          "sequences",
          "order-types",
          "suppressions",
          "holds",
          "subjects",
          "signals",
          "events",
          "webhooks",
          "deliveries");

  @AutoClose private final ListFitService service = new ListFitService();
  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void showsAllTextsOfLists(String language) throws Exception {
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      for (String list : LISTS) {
        console.open(list);
        TableView<?> table = console.find("#" + list);
        console.await(() -> !table.getItems().isEmpty());
        check(console, "list-" + list);
        console.runAndWait(() -> table.getSelectionModel().select(0));
        check(console, "list-" + list + "-detail");
        if (table.getSelectionModel().getSelectionMode() == SelectionMode.MULTIPLE) {
          console.runAndWait(table.getSelectionModel()::selectAll);
          check(console, "list-" + list + "-selected");
        }
      }
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      for (int tab = 0; tab < tabs.getTabs().size(); tab++) {
        int shown = tab;
        console.runAndWait(() -> tabs.getSelectionModel().select(shown));
        check(console, "list-administration-" + tab);
      }
      for (String screen : List.of("overview", "sandbox")) {
        console.open(screen);
        check(console, "list-" + screen);
      }
    }
    assertThat(pictures.faults()).isEmpty();
  }

  private void check(ConsoleFixture console, String name) {
    pictures.take(console, name, console.stage(), 0);
  }
}
