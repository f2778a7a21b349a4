package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
@RobotTest
class CommandPaletteTest {
  private static final String CREATE = "Create on this screen";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;
  private Session session;
  private ConsoleFixture console;

  @BeforeEach
  void open() throws Exception {
    session = service.session();
    console = ConsoleFixture.forSession(session, home);
    console.open("orders");
    Node orders = console.find("#orders");
    console.await(orders::isFocused);
  }

  @AfterEach
  void close() throws Exception {
    console.close();
  }

  private List<String> find(String text) {
    console.robot().push(KeyCode.CONTROL, KeyCode.K);
    TextField field = console.find("#palette-text");
    console.await(field::isFocused);
    console.runAndWait(() -> field.setText(text));
    ListView<Command> found = console.find("#palette-commands");
    return console.read(() -> found.getItems().stream().map(Command::title).toList());
  }

  private boolean isOpen() {
    return console.read(() -> console.robot().lookup("#palette").tryQuery().isPresent());
  }

  @Test
  void opensAScreen() {
    assertThat(find("WEBH")).startsWith("Webhooks");
    console.robot().push(KeyCode.ENTER);
    Node webhooks = console.find("#webhooks");
    console.await(webhooks::isFocused);
    assertThat(isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ord_2", "sig_1"})
  void opensAResourceByItsIdentifier(String identifier) {
    assertThat(find(identifier)).startsWith("Open " + identifier);
    console.robot().push(KeyCode.ENTER);
    TextField id = console.find(".detail #id");
    console.await(() -> id.getText().equals(identifier));
  }

  @Test
  void showsTheOrdersOfAPersonByReference() {
    assertThat(find("debtor-1"))
        .containsExactly("Orders of the person debtor-1", "Find the person debtor-1");
    console.robot().push(KeyCode.ENTER);
    TextField subject = console.find("#toolbar #subject");
    console.await(() -> subject.getText().equals("debtor-1"));
    console.await(
        () ->
            service.service.requests().stream()
                .anyMatch(request -> request.target().contains("subject_reference=debtor-1")));
  }

  @Test
  void offersToCreateWhereTheScreenCreatesAndTheSessionMay() {
    assertThat(find("create")).contains(CREATE);
    console.robot().push(KeyCode.ESCAPE);
    console.runAndWait(() -> session.grant(EnumSet.of(Scope.ORDERS_READ)));
    assertThat(find("create")).doesNotContain(CREATE);
    console.robot().push(KeyCode.ESCAPE);
    console.runAndWait(() -> session.grant(EnumSet.allOf(Scope.class)));
    console.open("holds");
    assertThat(find("create")).doesNotContain(CREATE);
  }

  @Test
  void choosesAnActionWithTheArrowKeys() {
    List<String> found = find("all");
    assertThat(found).contains("Help with all keys", "Halt dialing: this tenant or all…");
    for (int step = 0; step < found.indexOf("Halt dialing: this tenant or all…"); step++) {
      console.robot().push(KeyCode.DOWN);
    }
    console.robot().push(KeyCode.ENTER);
    console.find("#halt-dialog");
    console.robot().push(KeyCode.ESCAPE);
    assertThat(service.changes()).isEmpty();
  }

  @Test
  void returnsTheFocusOnEscape() {
    assertThat(find(""))
        .startsWith("Overview", "Orders")
        .contains("Back", "About the console")
        .doesNotContain("Forward");
    console.robot().push(KeyCode.ESCAPE);
    Node orders = console.find("#orders");
    console.await(orders::isFocused);
    assertThat(isOpen()).isFalse();
  }

  @Test
  void helpsWithAllKeys() {
    console.robot().push(KeyCode.F1);
    console.find("#help-dialog");
    List<String> texts =
        console.read(
            () ->
                console.robot().lookup("#help-keys .label").<Label>queryAll().stream()
                    .map(Label::getText)
                    .toList());
    assertThat(texts)
        .containsSubsequence("Ctrl+2", "Orders")
        .containsSubsequence("Ctrl+K", "Find screens, actions, orders and persons")
        .containsSubsequence("Shift+F10", "Menu of the selected rows")
        .containsSubsequence("Delete", "Alt+Up", "Alt+Down", "Right");
    assertThat(Locale.getDefault()).isEqualTo(Locale.ENGLISH);
    console.robot().push(KeyCode.ESCAPE);
    console.await(() -> console.robot().lookup("#help-dialog").tryQuery().isEmpty());
  }
}
