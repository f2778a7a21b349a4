package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An action concerns the resource that its question names, also when a search closes it behind the
 * dialog, and the resource is shown with the outcome.
 */
@RobotTest
@Tag("long")
class AgreedActionTest {
  private static final String EMPTY = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private void nothingFound() {
    for (String list :
        List.of(
            "call-orders?subject_reference=other",
            "enrollments?subject_reference=other",
            "sequences?key=other",
            "webhook-deliveries?event_id=other",
            "webhook-endpoints?status=disabled")) {
      service.service.fixed("GET /v1/" + list + "&limit=100", 200, EMPTY);
    }
    for (String section :
        List.of("holds", "suppressions", "promises", "call-orders", "enrollments")) {
      service.service.fixed("GET /v1/" + section + "?subject_reference=other&limit=1", 200, EMPTY);
    }
    service.service.fixed("/admin/v1/search", 200, EMPTY);
  }

  /** Behind the dialog, as a search does that was started before it. */
  private static void search(ConsoleFixture console, String control) {
    Node found = console.find(".toolbar " + control);
    console.runAndWait(
        () -> {
          if (found instanceof TextField field) {
            field.setText("other");
            field.getOnAction().handle(new ActionEvent());
          } else if (found instanceof ComboBox<?> choice) {
            choice.getSelectionModel().selectLast(); // disabled
          }
        });
  }

  private static boolean hasDetail(ConsoleFixture console) {
    return console.robot().lookup(".detail").tryQuery().isPresent();
  }

  private static boolean showsRefusal(ConsoleFixture console) {
    return console.robot().lookup(".detail .error").queryAll().stream().anyMatch(Node::isVisible);
  }

  private void agree(ConsoleFixture console, DialogCase dialog) {
    console.press(dialog.pane() + " #dialog-accept");
    console.await(() -> showsRefusal(console));
    assertThat(service.changes())
        .singleElement()
        .satisfies(change -> assertThat(change).startsWith(dialog.change()));
  }

  @ParameterizedTest
  @CsvSource({
    "order/cancel, #subject",
    "enrollment/cancel, #subject",
    "sequence/archive, #search",
    "sequence/activate, #search",
    "subject/erase, #search",
    "webhook/resend, #event",
    "webhook/rotate, #status",
    "webhook/disable, #status",
    "webhook/delete, #status"
  })
  void concernsTheResourceOfTheQuestion(String name, String control) throws Exception {
    nothingFound();
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      DialogCase dialog = DialogCase.named(service, name);
      dialog.show(console);
      search(console, control);
      console.await(() -> !hasDetail(console));
      agree(console, dialog);
    }
  }

  @Test
  void keepsTheDetailWhenTheSearchEndsAfterTheAction() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      DialogCase dialog = DialogCase.named(service, "order/cancel");
      dialog.show(console);
      service.service.freeze();
      search(console, "#subject");
      dialog.acceptAndClose(console);
      nothingFound();
      service.service.thaw();
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().isEmpty() && showsRefusal(console));
      assertThat(console.<TextField>find(".detail #id").getText()).isEqualTo("ord_1");
    }
  }
}
