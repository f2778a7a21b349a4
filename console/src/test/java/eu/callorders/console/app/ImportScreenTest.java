package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import eu.callorders.console.imports.ImportView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An import from its columns to its interruption, in windows of all widths. */
@Tag("long")
@RobotTest
class ImportScreenTest {
  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  private ConsoleFixture console;

  private Path file() throws Exception {
    return Files.writeString(
        home.resolve("claims.csv"),
        """
        Kunde;reference;family_name;phone;amount;currency;creditor_name;basis
        Stadtwerke, Bereich Fernwärme;debtor-1;Muster;+493023125021;1.00;EUR;Stadtwerke;invoice
        Stadtwerke;debtor-2;Muster;030 23125022;1.00;EUR;Stadtwerke;invoice
        Stadtwerke;debtor-3
        """);
  }

  private static String text(String key, Object... arguments) {
    return TaskSetting.text(ImportView.class, key, arguments);
  }

  private void take(String name) {
    pictures.take(console, name, console.stage(), 0);
  }

  private void awaitVisible(String query) {
    Node node = console.find(query);
    console.await(node::isVisible);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void leadsThroughAnImport(String language) throws Exception {
    ImportDialogs.all(service);
    service.service.fixed(
        "POST /v1/call-orders/preview",
        200,
        """
        {"data":[{"verdict":"ready","first_call_on":"2026-11-30"},{"verdict":"refused","problem":
         {"status":422,"code":"validation_failed","errors":
          [{"pointer":"/contacts/0/value","code":"pattern","message":"must match"}]}}]}
        """);
    Path file = file();
    console = ConsoleFixture.forSession(service.session(), home, Locale.of(language));
    try {
      console.files = (chooser, owner) -> Optional.of(file);
      console.open("imports");
      take("import");
      console.press("#import-choose");
      Label title = console.find("#import-title");
      Label obstacle = console.find("#import-obstacle");
      console.await(() -> obstacle.getText().equals(text("unfilled", text("member.order_type"))));
      assertThat(console.find("#import-check").isDisabled()).isTrue();
      take("import-columns");
      assertNamed();

      console.type("#constant-order_type", "payment_reminder");
      console.press("#import-check");
      awaitVisible("#import-start");
      assertThat(obstacle.isVisible()).isFalse();
      assertThat(title.getText()).isEqualTo(text("checked", 1, 3));
      awaitVisible("#import-local");
      take("import-checked");
      console.press("#import-start");
      console.press("#dialog-accept");
      awaitVisible("#import-resume");
      assertThat(console.<Label>find("#import-busy").getText()).isEqualTo(text("choose.later"));
      take("import-paused");

      console.open("orders");
      awaitVisible("#import-bar");
      take("import-bar");
      console.press("#show-import");
      awaitVisible("#import-resume");
      assertThat(pictures.faults()).isEmpty();
    } finally {
      console.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void saysWhyNothingCanBeCreated(String language) throws Exception {
    Path damaged = Files.writeString(home.resolve("noise.csv"), ";".repeat(5_000) + "\n");
    Path faulty =
        Files.writeString(
            home.resolve("faulty.csv"),
            """
            order_type;reference;family_name;phone;amount;currency;creditor_name;basis
            payment_reminder;debtor-3
            """);
    console = ConsoleFixture.forSession(service.session(), home, Locale.of(language));
    try {
      console.files = (chooser, owner) -> Optional.of(damaged);
      console.open("imports");
      console.press("#import-choose");
      Label obstacle = console.find("#import-obstacle");
      console.await(() -> obstacle.getText().equals(text("unread")));
      assertThat(console.robot().lookup("#column-grid .combo-box").queryAll()).isEmpty();
      take("import-unread");

      console.files = (chooser, owner) -> Optional.of(faulty);
      console.press("#import-choose");
      console.await(() -> obstacle.getText().equals(text("nothing_to_create")));
      assertThat(console.find("#import-start").isDisabled()).isTrue();
      take("import-nothing");
      assertThat(pictures.faults()).isEmpty();
    } finally {
      console.close();
    }
  }

  /** A screen reader says what each choice and field is. */
  private void assertNamed() {
    Set<Node> choices = console.robot().lookup("#column-grid .combo-box").queryAll();
    assertThat(choices)
        .hasSize(8)
        .allSatisfy(choice -> assertThat(choice.getAccessibleText()).isNotBlank());
    TextField constant = console.find("#constant-order_type");
    assertThat(constant.getAccessibleText()).isEqualTo(text("member.order_type"));
  }
}
