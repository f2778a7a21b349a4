package eu.callorders.console.app;

import eu.callorders.console.DrawnText;
import eu.callorders.console.Hands;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.work.Background;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;
import org.testfx.api.FxToolkit;

/** The console in a window that nobody sees, and hands that use it. */
final class RobotConsole extends Hands implements AutoCloseable {
  private final Stage stage;

  private RobotConsole(Stage stage) {
    this.stage = stage;
  }

  static RobotConsole start(Path home, Path directory) throws TimeoutException {
    return start(home, directory, Locale.ENGLISH);
  }

  static RobotConsole start(Path home, Path directory, Locale language) throws TimeoutException {
    DrawnText.assume();
    Locale.setDefault(language);
    Stage stage = FxToolkit.registerPrimaryStage();
    FxToolkit.setupApplication(ConsoleApp.class, "--home=" + home, "--directory=" + directory);
    RobotConsole console = new RobotConsole(stage);
    console.draw(() -> widen(stage));
    return console;
  }

  /** The connected window of that session. */
  static RobotConsole of(Session session, Path home) throws TimeoutException {
    return of(session, home, Locale.ENGLISH);
  }

  static RobotConsole of(Session session, Path home, Locale language) throws TimeoutException {
    DrawnText.assume();
    Locale.setDefault(language);
    RobotConsole console = new RobotConsole(FxToolkit.registerPrimaryStage());
    Settings settings = Settings.load(home);
    Themes themes = new Themes(settings);
    console.draw(
        () -> {
          themes.apply();
          MainView view =
              new MainView(session, new Background(Platform::runLater), settings, themes);
          Scene scene = new Scene(view.root());
          scene.getStylesheets().add(Themes.stylesheet());
          console.stage.setScene(scene);
          console.stage.setTitle(view.title());
          widen(console.stage);
          console.stage.show();
        });
    return console;
  }

  /** As wide as the console is where there is room: the screen in memory has little of it. */
  private static void widen(Stage stage) {
    stage.setWidth(1360);
    stage.setHeight(860);
  }

  Stage stage() {
    return stage;
  }

  /** Shows the screen of that feature. */
  void go(String feature) {
    ButtonBase button = find("#go-" + feature);
    draw(button::fire);
  }

  /** What a window looks like. */
  WritableImage picture(Scene scene) {
    return look(() -> scene.snapshot(null));
  }

  /** Leaves no theme behind, which all windows of a process share. */
  @Override
  public void close() throws TimeoutException {
    FxToolkit.cleanupStages();
    draw(() -> Application.setUserAgentStylesheet(null));
  }
}
