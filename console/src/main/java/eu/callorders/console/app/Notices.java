package eu.callorders.console.app;

import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The help with all keys, and the versions of what runs. */
final class Notices {
  private static final double HEIGHT = 380;
  private static final Pattern RELEASE =
      Pattern.compile("callorders_build_info\\{[^}]*version=\"([^\"]+)\"");

  private final Texts texts;
  private final ScreenContext context;

  Notices(Texts texts, ScreenContext context) {
    this.texts = texts;
    this.context = context;
  }

  /** Shows the keys of these commands, and those of lists and forms. */
  void showHelp(Window owner, List<Command> commands) {
    Facts keys = new Facts();
    commands.forEach(command -> add(keys, command.key(), command.title()));
    addKey(keys, "keys.down", KeyCode.DOWN);
    addKey(keys, "keys.open", KeyCode.ENTER);
    addKey(keys, "keys.end", KeyCode.END);
    addKey(keys, "keys.all", KeyCode.A, KeyCombination.SHORTCUT_DOWN);
    addKey(keys, "keys.copy", KeyCode.C, KeyCombination.SHORTCUT_DOWN);
    addKey(keys, "keys.menu", KeyCode.F10, KeyCombination.SHIFT_DOWN);
    addKey(keys, "keys.delete", KeyCode.DELETE);
    addKey(keys, "keys.submit", KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);
    addKey(keys, "keys.step_up", KeyCode.UP, KeyCombination.ALT_DOWN);
    addKey(keys, "keys.step_down", KeyCode.DOWN, KeyCombination.ALT_DOWN);
    addKey(keys, "keys.chart", KeyCode.RIGHT);
    addKey(keys, "keys.escape", KeyCode.ESCAPE);
    ScrollPane scroll = new ScrollPane(keys);
    scroll.setId("help-keys");
    scroll.setFitToWidth(true);
    scroll.setPrefViewportHeight(HEIGHT);
    new ActionDialog(owner, texts, "help").with(scroll).show(() -> {});
  }

  private void addKey(
      Facts keys, String title, KeyCode code, KeyCombination.Modifier... modifiers) {
    add(keys, new KeyCodeCombination(code, modifiers), texts.get(title));
  }

  private void add(Facts keys, @Nullable KeyCodeCombination key, String title) {
    if (key != null) {
      keys.addText(Shortcuts.text(key, texts), title);
    }
  }

  /** Says why the console does not open what it was started with. */
  void showUnopened(Window owner, String identifier, String reason) {
    new ActionDialog(owner, texts, "link", identifier).effect(reason).show(() -> {});
  }

  /** That of the service is known by the administration only. */
  void showAbout(Window owner) {
    Session session = context.session();
    StringProperty service = new SimpleStringProperty("");
    Facts facts = new Facts();
    facts.add(texts.get("about.console"), consoleVersion());
    facts.add("Java", Runtime.version().toString());
    facts.add("JavaFX", System.getProperty("javafx.runtime.version", ""));
    facts.add(texts.get("about.service_version"), service);
    facts.add(texts.get("about.service"), session.api().base().toString());
    facts.add(
        texts.get("about.administration"),
        session.administration().map(api -> api.base().toString()).orElse(""));
    facts.add(texts.get("about.operator"), session.operatorName());
    facts.add(texts.get("about.tenant"), session.tenantId());
    facts.add(texts.get("about.settings"), context.settings().directory().toString());
    session
        .administration()
        .ifPresent(
            api ->
                context
                    .background()
                    .run(
                        () -> release(api.text("/metrics", "text/plain")),
                        service::set,
                        ignored -> {}));
    new ActionDialog(owner, texts, "about").with(facts).show(() -> {});
  }

  private String consoleVersion() {
    return Optional.ofNullable(Notices.class.getPackage().getImplementationVersion())
        .orElseGet(() -> texts.get("about.unreleased"));
  }

  static String release(String metrics) {
    return RELEASE
        .matcher(metrics)
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElse("");
  }
}
