package eu.callorders.console.app;

import eu.callorders.console.TextRendering;
import eu.callorders.console.UiRobot;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.FileChoice;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.work.BackgroundExecutor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.testfx.api.FxToolkit;

/** Runs the console in a headless window and drives it. */
final class ConsoleFixture extends UiRobot implements AutoCloseable {
  private final Stage stage;
  private final List<MainView> views = new ArrayList<>();

  /** Answers in place of the file dialog, which a headless window cannot open. */
  FileChoice files = (ignored, owner) -> Optional.empty();

  /** URLs that were opened outside of the console. */
  final List<String> browsed = new ArrayList<>();

  /** Ends the sessions: they would poll the shared sandbox during all later tests. */
  private final List<Runnable> endings = new ArrayList<>();

  private ConsoleFixture(Stage stage) {
    this.stage = stage;
  }

  static ConsoleFixture start(Path home, Path directory) throws TimeoutException {
    return start(home, directory, Locale.ENGLISH);
  }

  static ConsoleFixture start(Path home, Path directory, Locale language, String... identifiers)
      throws TimeoutException {
    TextRendering.assume();
    Locale.setDefault(language);
    Stage stage = FxToolkit.registerPrimaryStage();
    ConsoleFixture console = new ConsoleFixture(stage);
    ConsoleApp app =
        (ConsoleApp)
            FxToolkit.setupApplication(
                ConsoleApp.class,
                Stream.concat(
                        Stream.of("--home=" + home, "--directory=" + directory),
                        Stream.of(identifiers))
                    .toArray(String[]::new));
    console.endings.add(app::stop);
    app.chooseFilesBy((chooser, owner) -> console.files.choose(chooser, owner));
    console.runAndWait(() -> widen(stage));
    return console;
  }

  /** The main window with that session. */
  static ConsoleFixture forSession(Session session, Path home) throws TimeoutException {
    return forSession(session, home, Locale.ENGLISH);
  }

  static ConsoleFixture forSession(Session session, Path home, Locale language)
      throws TimeoutException {
    TextRendering.assume();
    Locale.setDefault(language);
    ConsoleFixture console = new ConsoleFixture(FxToolkit.registerPrimaryStage());
    Settings settings = Settings.load(home);
    console.runAndWait(
        () -> {
          Themes themes = new Themes(settings);
          themes.apply();
          MainView view =
              new MainView(
                  session,
                  new BackgroundExecutor(Platform::runLater),
                  settings,
                  themes,
                  new Desktop(
                      (chooser, owner) -> console.files.choose(chooser, owner),
                      console.browsed::add));
          console.views.add(view);
          console.endings.add(view::close);
          Scene scene = new Scene(view.root());
          scene.getStylesheets().add(Themes.stylesheet());
          console.stage.setScene(scene);
          console.stage.setTitle(view.title());
          console.stage.setMinWidth(0); // of an application that an earlier test has started
          console.stage.setMinHeight(0);
          widen(console.stage);
          console.stage.show();
        });
    return console;
  }

  /**
   * Gives the window its usual size, which exceeds the headless screen of 1,000 x 1,000: lists of
   * choices open inside of it, not always at their fields. At its upper edge, since that platform
   * fails to draw below line 1,000.
   */
  private static void widen(Stage stage) {
    stage.setX(0);
    stage.setY(0);
    stage.setWidth(1360);
    stage.setHeight(860);
  }

  /** The view of {@link #forSession}. */
  MainView view() {
    return views.getFirst();
  }

  Stage stage() {
    return stage;
  }

  /** Opens a screen. */
  void open(String feature) {
    ButtonBase button = find("#go-" + feature);
    runAndWait(button::fire);
  }

  /** Resets the theme, which is global. */
  @Override
  public void close() throws TimeoutException {
    FxToolkit.cleanupStages();
    runAndWait(() -> endings.forEach(Runnable::run));
    runAndWait(() -> Application.setUserAgentStylesheet(null));
  }

  /** Fires a button once it is enabled; does not wait, since it may open a modal dialog. */
  void press(String button) {
    ButtonBase target = find(button);
    await(() -> fireLater(target));
  }

  /** Whether it was enabled; checked right before, since a response may disable it again. */
  private static boolean fireLater(ButtonBase target) {
    if (target.isDisabled()) {
      return false;
    }
    Platform.runLater(target::fire);
    return true;
  }

  TextField type(String field, String text) {
    TextField typed = find(field);
    runAndWait(() -> typed.setText(text));
    return typed;
  }

  /** The screen that the navigation marks as open. */
  String screen() {
    return read(
        () ->
            robot().lookup(".navigation-item").<ToggleButton>queryAll().stream()
                .filter(ToggleButton::isSelected)
                .findFirst()
                .orElseThrow()
                .getId());
  }
}
