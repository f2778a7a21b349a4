package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import javafx.application.Platform;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A screen says that a resource does not exist, with the identifier that was opened. */
@Tag("long")
@RobotTest
class MissingResourceTest {
  private static final String NOT_FOUND = "{\"status\":404,\"code\":\"not_found\"}";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "ord_9, call-orders, #id",
    "enr_9, enrollments, #id",
    "seq_9, sequences, #id",
    "evt_9, events, #event-id",
    "sig_9, signals, #id",
    "whe_9, webhook-endpoints, #url"
  })
  void isNamedInItsDetail(String identifier, String list, String field) throws Exception {
    try (ConsoleFixture console = open(identifier, list)) {
      TextField shown = console.find(".detail " + field);
      console.await(() -> titles(console).contains("Not found"));
      assertThat(shown.getText()).isEqualTo(identifier);
    }
  }

  private ConsoleFixture open(String identifier, String list) throws Exception {
    service.service.fixed("GET /v1/" + list + "/" + identifier, 404, NOT_FOUND);
    ConsoleFixture console = ConsoleFixture.forSession(service.session(), home);
    console.runAndWait(() -> console.view().open(identifier));
    return console;
  }

  private static List<String> titles(ConsoleFixture console) {
    return console.robot().lookup(".detail .error-title").<Label>queryAll().stream()
        .map(Label::getText)
        .toList();
  }

  @Test
  void isNotReadWithoutTheScopeOfItsScreen() throws Exception {
    Session session = service.session();
    session.grant(EnumSet.of(Scope.ORDERS_READ));
    try (ConsoleFixture console = ConsoleFixture.forSession(session, home)) {
      Platform.runLater(() -> console.view().open("seq_9"));
      Label reason = console.find("#link-dialog #dialog-effect");
      assertThat(reason.getText()).contains("config:read");
      console.press("#link-dialog #dialog-decline");
      console.await(() -> console.robot().lookup("#link-dialog").tryQuery().isEmpty());
    }
  }

  @Test
  void isNamedInTheSearchOfHolds() throws Exception {
    try (ConsoleFixture console = open("hld_9", "holds")) {
      TableView<?> holds = console.find("#holds");
      console.await(
          () ->
              holds.getPlaceholder() instanceof Label message
                  && message.getText().startsWith("Not found\n"));
      TextField search = console.find("#search");
      assertThat(search.getText()).isEqualTo("hld_9");
      console.runAndWait(search::clear);
      console.runAndWait(() -> search.getOnAction().handle(null));
      console.await(() -> holds.getItems().size() == 1);
    }
  }
}
