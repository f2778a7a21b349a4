package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A screen reader has a name for everything that can have the focus, in each detail and tab. */
@RobotTest
@Tag("long")
class AccessibleNamesTest {
  @AutoClose private final ListFitService service = new ListFitService();
  @TempDir private Path home;
  private final List<String> missing = new ArrayList<>();

  @Test
  void namesAllFocusableNodesOfDetailsAndTabs() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      for (String list : ListFitTest.LISTS) {
        console.open(list);
        TableView<?> table = console.find("#" + list);
        console.await(() -> !table.getItems().isEmpty());
        console.runAndWait(() -> table.getSelectionModel().select(0));
        check(console, list);
        Optional<TabPane> tabs = console.robot().lookup(".detail .tab-pane").tryQuery();
        tabs.ifPresent(shown -> checkTabs(console, list, shown));
      }
      console.open("administration");
      checkTabs(console, "administration", console.find("#admin-tabs"));
    }
    assertThat(missing).isEmpty();
  }

  private void checkTabs(ConsoleFixture console, String screen, TabPane tabs) {
    for (int tab = 0; tab < tabs.getTabs().size(); tab++) {
      int shown = tab;
      console.runAndWait(() -> tabs.getSelectionModel().select(shown));
      check(console, screen + ", tab " + tab);
    }
  }

  private void check(ConsoleFixture console, String where) {
    AccessibleNames.missing(console).forEach(node -> missing.add(where + ": " + node));
  }
}
