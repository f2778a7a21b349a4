package eu.callorders.console.app;

import eu.callorders.console.connect.ConnectView;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.FileChoice;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.BackgroundExecutor;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The console: a window that shows either the connect form or a session. Options: {@code
 * --home=DIRECTORY} for settings, {@code --directory=DIRECTORY} to search for a demo, {@code
 * --check} for the {@link SelfCheck}, and the identifier of what the first session opens.
 */
public final class ConsoleApp extends Application {
  private final BackgroundExecutor background = new BackgroundExecutor(Platform::runLater);
  private final Locale systemLanguage = Locale.getDefault();

  /** Shows the form only if connecting takes longer, so that it does not flash. */
  private final PauseTransition formDelay = new PauseTransition(Duration.millis(500));

  private FileChoice files = FileChoice.DIALOG;
  private @Nullable SelfCheck check;
  private @Nullable MainView mainView;

  /** What the first session opens; empty for nothing. */
  private String identifier = "";

  @Override
  public void start(Stage stage) {
    Window window = new Window(stage, Settings.load(parameter("home").orElseGet(Settings::home)));
    for (String argument : getParameters().getUnnamed()) {
      if (argument.equals("--check")) {
        check = SelfCheck.begin(Texts.of(ConsoleApp.class));
      } else {
        identifier = argument;
      }
    }
    connect(window, true);
    stage.setOnCloseRequest(
        request -> {
          if (mainView != null && !mainView.confirm("close")) {
            request.consume();
          }
        });
    stage.show();
    StderrBuffer.end();
  }

  private void connect(Window window, boolean first) {
    Language.apply(window.settings, systemLanguage);
    ConnectView view =
        new ConnectView(
            background,
            window.settings,
            parameter("directory").orElse(Path.of("")),
            session -> openSession(window, session));
    String title = Texts.of(ConsoleApp.class).get("window.title");
    if (first && view.connectToDemo()) {
      window.show(new Pane(), title);
      formDelay.setOnFinished(ignored -> window.show(view.root(), title));
      formDelay.play();
    } else {
      window.show(view.root(), title);
    }
  }

  private void openSession(Window window, Session session) {
    formDelay.stop();
    MainView view =
        new MainView(
            session,
            background,
            window.settings,
            window.themes,
            new Desktop(
                (chooser, owner) -> files.choose(chooser, owner),
                url -> getHostServices().showDocument(url)));
    view.onDisconnect(
        () -> {
          view.close();
          mainView = null;
          connect(window, false);
        });
    mainView = view;
    window.show(view.root(), view.title());
    if (check != null) {
      check.connected(view);
    }
    if (!identifier.isEmpty()) {
      view.open(identifier);
      identifier = "";
    }
  }

  /** Replaces the dialog of the system. */
  void chooseFilesBy(FileChoice choice) {
    files = choice;
  }

  private Optional<Path> parameter(String name) {
    return Optional.ofNullable(getParameters().getNamed().get(name)).map(Path::of);
  }

  @Override
  public void stop() {
    if (mainView != null) {
      mainView.close();
    }
    background.close();
  }

  /** The window; saves its position and size. */
  private static final class Window {
    private static final double WIDTH = 1360;
    private static final double HEIGHT = 860;

    private final Stage stage;
    private final Settings settings;
    private final Themes themes;

    private Window(Stage stage, Settings settings) {
      this.stage = stage;
      this.settings = settings;
      this.themes = new Themes(settings);
      themes.apply();
      stage.getIcons().setAll(Themes.icon());
      stage.setMinWidth(820);
      stage.setMinHeight(520);
      restorePlacement();
      stage.setMaximized(Boolean.parseBoolean(settings.get("window.maximized", "false")));
      stage.setOnHidden(ignored -> savePlacement());
    }

    private void restorePlacement() {
      List<Rectangle2D> screens =
          Screen.getScreens().stream().map(Screen::getVisualBounds).toList();
      Rectangle2D first = screens.getFirst();
      double width = settings.number("window.width", WIDTH);
      double height = settings.number("window.height", HEIGHT);
      double x = first.getMinX() + (first.getWidth() - width) / 2;
      double y = first.getMinY() + (first.getHeight() - height) / 2;
      Rectangle2D saved =
          new Rectangle2D(
              settings.number("window.x", x), settings.number("window.y", y), width, height);
      Rectangle2D bounds = WindowPlacement.fit(screens, saved);
      stage.setX(bounds.getMinX());
      stage.setY(bounds.getMinY());
      stage.setWidth(bounds.getWidth());
      stage.setHeight(bounds.getHeight());
    }

    private void savePlacement() {
      settings.put("window.maximized", stage.isMaximized());
      if (!stage.isMaximized()) {
        settings.put("window.width", stage.getWidth());
        settings.put("window.height", stage.getHeight());
        settings.put("window.x", stage.getX());
        settings.put("window.y", stage.getY());
      }
      settings.save();
    }

    void show(Parent root, String title) {
      Scene scene = stage.getScene();
      if (scene == null) {
        scene = new Scene(root, stage.getWidth(), stage.getHeight());
        scene.getStylesheets().add(Themes.stylesheet());
        stage.setScene(scene);
      } else {
        scene.setRoot(root);
      }
      stage.setTitle(title);
    }
  }
}
