package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks of an operator's day, with the clicks that they take. */
@RobotTest
@Tag("long")
class OperatorTasksTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  @AfterEach
  void resume() throws Exception {
    SANDBOX
        .administration()
        .post("/admin/v1/dialing/resume", Json.object().put("reason", "Robot resumes"));
  }

  private static ConsoleFixture start(Path home, String language) throws Exception {
    ConsoleFixture console = ConsoleFixture.start(home, SANDBOX.directory(), Locale.of(language));
    console.open("orders");
    return console;
  }

  /** The row of the only order of that person. */
  private static Node row(ConsoleFixture console, String subject) {
    TextField filter = console.type("#toolbar #subject", subject);
    console.runAndWait(() -> filter.getOnAction().handle(null));
    TableView<?> table = console.find("#orders");
    console.await(
        () -> table.getItems().size() == 1 && table.getItems().toString().contains(subject));
    return console.find("#orders .table-row-cell:filled");
  }

  private static Button preset(ConsoleFixture console, String text) {
    Button preset = console.find(".reason-presets .button");
    assertThat(preset.getText()).isEqualTo(text);
    return preset;
  }

  private static List<JsonNode> entries(String subject) throws ApiException {
    return SANDBOX
        .api()
        .page("/v1/suppressions", Query.none().with("subject_reference", subject), "")
        .rows();
  }

  @ParameterizedTest
  @CsvSource({"en, Asked by phone", "de, Telefonisch gewünscht"})
  void putsAPersonOntoTheDoNotCallListByFourClicks(String language, String reason)
      throws Exception {
    String subject = "do-not-call-" + language;
    SANDBOX.order(subject, "10"); // is not answered, so it is called again
    try (ConsoleFixture console = start(home, language)) {
      console.click(row(console, subject));
      console.click(console.find("#do-not-call"));
      console.click(preset(console, reason));
      console.click(console.find("#dialog-accept"));
      console.await(
          () -> console.robot().lookup("#order-links .status-badge").tryQuery().isPresent());
      assertThat(console.clicks()).isEqualTo(4);
      assertThat(console.robot().lookup("#add-dialog").tryQuery()).isEmpty();
      assertThat(entries(subject))
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.path("reason").asText()).isEqualTo(reason);
                assertThat(entry.path("phone").asText()).endsWith("10");
              });
      TableView<?> table = console.find("#orders");
      console.await(
          () -> table.getSelectionModel().getSelectedItem().toString().contains("canceled"));
    }
  }

  @ParameterizedTest
  @CsvSource({"en, Fault at the carrier", "de, Störung beim Netzbetreiber"})
  void haltsEverythingByThreeClicks(String language, String reason) throws Exception {
    try (ConsoleFixture console = start(home, language)) {
      Node bar = console.find(".halt-bar");
      console.await(() -> !bar.isVisible());
      console.click(console.find("#halt-everything"));
      console.click(preset(console, reason));
      console.click(console.find("#dialog-accept"));
      console.await(bar::isVisible);
      assertThat(console.clicks()).isEqualTo(3);
      JsonNode halts = SANDBOX.administration().get("/admin/v1/dialing/halts").body().path("halts");
      assertThat(halts).hasSize(1);
      assertThat(halts.path(0).path("reason").asText()).isEqualTo(reason);
      assertThat(halts.path(0).has("tenant_id")).isFalse();
    }
  }
}
