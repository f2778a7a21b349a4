package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Enter agrees to what does no harm only; Escape cancels each dialog; a screen reader has a name
 * for everything in it.
 */
@RobotTest
@Tag("long")
class DialogsTest {
  private static final Path RESOURCES = Path.of("src", "main", "resources");
  private static final String QUESTION = ".question=";
  private static final DialogCase PROFILE =
      new DialogCase("connect/remove", console -> console.press("#remove"), "");

  /** Buttons that cancel, or lead to unsaved changes. */
  private static final Set<String> HARMLESS = Set.of("dialog-decline", "go-to-changes");

  /** What Enter agrees to: to close a notice, to copy a secret, to name a view. */
  private static final Set<String> HARMLESS_ACTIONS =
      Set.of(
          "app/settings",
          "app/help",
          "app/link",
          "app/about",
          "webhook/secret.first",
          "webhook/secret.first.lost",
          "webhook/secret.rotated",
          "webhook/secret.rotated.lost",
          "admin/secret",
          "admin/predial.secret",
          "admin/token",
          "ui/views.save",
          "ui/views.rename");

  /** Dialogs that stay open after the operator agrees. */
  private static final Set<String> STAYING = Set.of("suppression/add", "hold/place");

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES) // about two on an idle machine
  void agreesToNothingByEnter() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      for (DialogCase dialog : DialogCase.all(service)) {
        if (HARMLESS_ACTIONS.contains(dialog.name())) {
          agreesByEnter(console, dialog);
        } else {
          agreesToNothingByEnter(console, dialog);
          agreesBySpace(console, dialog);
        }
      }
    }
  }

  @Test
  void keepsAProfileOnEnter() throws Exception {
    Files.writeString(
        home.resolve("profiles.json"),
        """
        {"profiles":[{"name":"Mine","base_url":"http://127.0.0.1:9","client_id":"cli_1"}]}
        """);
    try (ConsoleFixture console = ConsoleFixture.start(home, home)) {
      ListView<?> profiles = console.find("#profiles");
      console.await(() -> profiles.getItems().size() == 1);
      agreesToNothingByEnter(console, PROFILE);
      assertThat(profiles.getItems()).hasSize(1);
      agreesBySpace(console, PROFILE);
      console.await(profiles.getItems()::isEmpty);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | d MMM uuuu, | Due until then: 2 planned orders, no enrollment.
          de | dd.MM.uuuu | Bis dahin fällig: 2 geplante Aufträge, keine Einschreibung.
          """)
  void saysWhatAnAdvanceBringsAbout(String language, String dates, String impact) throws Exception {
    DateTimeFormatter day =
        DateTimeFormatter.ofPattern(dates, Locale.of(language)).withZone(ZoneOffset.UTC);
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      console.open("sandbox");
      console.press("#advance-P1D");
      Label effect = console.find("#advance-dialog #dialog-effect");
      assertThat(effect.getText())
          .contains(day.format(service.clock), day.format(service.clock.plus(1, ChronoUnit.DAYS)));
      Label due = console.find("#advance-due");
      console.await(() -> due.getText().equals(impact));
    }
  }

  /** Every action that asks has a question among the texts of its package. */
  @Test
  void coversAllDialogs() throws IOException {
    List<String> questions = new ArrayList<>();
    try (Stream<Path> files = Files.walk(RESOURCES)) {
      for (Path file : files.filter(it -> it.endsWith("texts.properties")).toList()) {
        String feature = file.getParent().getFileName().toString();
        Files.readAllLines(file).stream()
            .filter(line -> line.contains(QUESTION))
            .forEach(line -> questions.add(feature + "/" + line.split(QUESTION, 2)[0]));
      }
    }
    List<DialogCase> tested = new ArrayList<>(DialogCase.all(service));
    tested.add(PROFILE);
    assertThat(tested).extracting(DialogCase::name).containsExactlyInAnyOrderElementsOf(questions);
  }

  private void agreesToNothingByEnter(ConsoleFixture console, DialogCase dialog) {
    DialogPane pane = open(console, dialog);
    assertThat(AccessibleNames.missing(console, pane)).as("nameless in %s", dialog).isEmpty();
    choosePreset(console, pane);
    int before = service.changes().size();
    AtomicInteger agreed = new AtomicInteger();
    console.runAndWait(
        () -> accept(pane).addEventFilter(ActionEvent.ACTION, ignored -> agreed.incrementAndGet()));
    for (Node node : console.read(() -> focusable(pane))) {
      console.runAndWait(node::requestFocus);
      String description = "default buttons of " + dialog + " with the focus on " + node;
      assertThat(console.read(() -> defaultButtons(pane))).as(description).isEmpty();
      console.robot().push(KeyCode.ENTER);
      assertThat(isOpen(console, pane)).as("%s after Enter in %s", dialog, node).isTrue();
    }
    console.robot().push(KeyCode.ESCAPE);
    console.await(() -> !isOpen(pane));
    assertThat(agreed).as("actions of %s", dialog).hasValue(0);
    assertThat(service.changes()).as("changes by %s", dialog).hasSize(before);
  }

  /** By the one default button; a secret stays until it is closed. */
  private static void agreesByEnter(ConsoleFixture console, DialogCase dialog) {
    DialogPane pane = open(console, dialog);
    assertThat(AccessibleNames.missing(console, pane)).as("nameless in %s", dialog).isEmpty();
    assertThat(console.read(() -> defaultButtons(pane))).as(dialog.name()).hasSize(1);
    console.robot().push(KeyCode.ENTER);
    if (pane.lookup("#secret") != null) {
      assertThat(isOpen(console, pane)).as("%s after Enter", dialog).isTrue();
      console.robot().push(KeyCode.ESCAPE);
    }
    console.await(() -> !isOpen(pane));
  }

  private void agreesBySpace(ConsoleFixture console, DialogCase dialog) {
    DialogPane pane = open(console, dialog);
    String reason = choosePreset(console, pane);
    int before = service.changes().size();
    console.runAndWait(accept(pane)::requestFocus);
    console.robot().push(KeyCode.SPACE);
    if (!dialog.change().isEmpty()) {
      console.await(() -> service.changes().size() > before);
      assertThat(service.changes().get(before))
          .startsWith(dialog.change().replace("PRESET", reason));
    }
    if (STAYING.contains(dialog.name())) {
      console.robot().push(KeyCode.ESCAPE);
    }
    console.await(() -> !isOpen(pane));
  }

  private static DialogPane open(ConsoleFixture console, DialogCase dialog) {
    DialogPane pane = dialog.show(console);
    console.await(
        () ->
            isOpen(pane)
                && pane.getScene().getWindow().isFocused() // keys go to the focused window
                && pane.getScene().getFocusOwner() != null);
    return pane;
  }

  /** Clicks the first of the usual reasons, if the dialog has some; returns it. */
  private static String choosePreset(ConsoleFixture console, DialogPane pane) {
    if (!(pane.lookup(".reason-presets .button") instanceof Button preset)) {
      return "";
    }
    console.runAndWait(preset::fire);
    TextField reason = (TextField) pane.getScene().getFocusOwner();
    assertThat(reason.getText()).isEqualTo(preset.getText());
    assertThat(accept(pane).isDisabled()).isFalse();
    return preset.getText();
  }

  private static Button accept(DialogPane pane) {
    return (Button) pane.lookup("#dialog-accept");
  }

  private static boolean isOpen(DialogPane pane) {
    return pane.getScene() != null
        && pane.getScene().getWindow() != null
        && pane.getScene().getWindow().isShowing();
  }

  /** Reads it after the events of the last key. */
  private static boolean isOpen(ConsoleFixture console, DialogPane pane) {
    console.runAndWait(() -> {});
    return isOpen(pane);
  }

  private static List<Button> defaultButtons(DialogPane pane) {
    return pane.lookupAll(".button").stream()
        .filter(node -> node instanceof Button button && button.isDefaultButton())
        .map(Button.class::cast)
        .toList();
  }

  /** Everything that can have the focus, except buttons that are harmless. */
  private static List<Node> focusable(DialogPane pane) {
    List<Node> found = new ArrayList<>();
    collect(pane, found);
    assertThat(found).contains(accept(pane));
    return found;
  }

  private static String id(Node node) {
    return node.getId() == null ? "" : node.getId();
  }

  private static void collect(Node node, List<Node> found) {
    if (!node.isVisible() || node.isDisabled() || HARMLESS.contains(id(node))) {
      return;
    }
    if (node.isFocusTraversable()) {
      found.add(node);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, found));
    }
  }
}
