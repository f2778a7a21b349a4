package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
@Tag("long")
class AuditLogTest {
  private static final int AUDIT = 2;

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private static List<String> cells(TableView<?> table, String column) {
    TableColumn<?, ?> shown =
        table.getColumns().stream()
            .filter(it -> it.getId().equals(column))
            .findFirst()
            .orElseThrow();
    return List.of(0, 1, 2).stream().map(row -> String.valueOf(shown.getCellData(row))).toList();
  }

  @Test
  void saysWhoActedAndWhy() throws Exception {
    service.service.fixed(
        "GET /admin/v1/audit-log",
        200,
        """
        {"data":[{"id":"aud_3","action":"dialing.resumed","actor":"operator"},
         {"id":"aud_2","action":"dialing.halted","actor":"Ada Example",
          "details":{"reason":"Complaints"}},
         {"id":"aud_1","action":"tenant.created","actor":"service"}],"has_more":false}
        """);
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("administration");
      TabPane tabs = console.find("#admin-tabs");
      console.runAndWait(() -> tabs.getSelectionModel().select(AUDIT));
      TableView<?> audit = console.find("#audit");
      console.await(() -> audit.getItems().size() == 3);
      assertThat(console.read(() -> cells(audit, "actor")))
          .containsExactly("Deployment token", "Ada Example", "Service");
      assertThat(console.read(() -> cells(audit, "reason")))
          .containsExactly("No reason recorded", "Complaints", "");
    }
  }
}
