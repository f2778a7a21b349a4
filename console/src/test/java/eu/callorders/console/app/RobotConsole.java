package eu.callorders.console.app;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** The console in a window that nobody sees, and hands that use it. */
final class RobotConsole implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final FxRobot robot = new FxRobot();
  private final Stage stage;

  private RobotConsole(Stage stage) {
    this.stage = stage;
  }

  static RobotConsole start(Path home, Path directory) throws TimeoutException {
    Locale.setDefault(Locale.ENGLISH);
    Stage stage = FxToolkit.registerPrimaryStage();
    FxToolkit.setupApplication(ConsoleApp.class, "--home=" + home, "--directory=" + directory);
    return new RobotConsole(stage);
  }

  FxRobot robot() {
    return robot;
  }

  Stage stage() {
    return stage;
  }

  /** Waits for something that is going to be true. */
  void await(Supplier<Boolean> condition) {
    try {
      WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, condition::get);
    } catch (TimeoutException e) {
      throw new AssertionError("in vain", e);
    }
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** The node of that query, once it is there. */
  <T extends Node> T find(String query) {
    await(() -> robot.lookup(query).tryQuery().isPresent());
    return robot.lookup(query).query();
  }

  /** Shows the screen of that feature. */
  void go(String feature) {
    ButtonBase button = find("#go-" + feature);
    draw(button::fire);
  }

  /** Runs that on the thread that draws, and waits for what follows from it. */
  void draw(Runnable change) {
    WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000, change);
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** What a window looks like. */
  WritableImage picture(Scene scene) {
    WaitForAsyncUtils.waitForFxEvents();
    return WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000, () -> scene.snapshot(null));
  }

  @Override
  public void close() throws TimeoutException {
    FxToolkit.cleanupStages();
  }
}
