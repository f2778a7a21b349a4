package eu.callorders.console;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.stage.Window;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/** Drives a window; reads its nodes only on the JavaFX thread. */
public abstract class UiRobot {
  private static final long TIMEOUT_SECONDS = 180;

  private final FxRobot robot = new FxRobot();

  public FxRobot robot() {
    return robot;
  }

  /** Waits until the condition is true. */
  public void await(Supplier<Boolean> condition) {
    try {
      WaitForAsyncUtils.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS, () -> read(condition));
    } catch (TimeoutException e) {
      throw new AssertionError("condition not met in time", e);
    }
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** Waits for the node of that query. */
  public <T extends Node> T find(String query) {
    await(() -> robot.lookup(query).tryQuery().isPresent());
    return read(() -> robot.lookup(query).query());
  }

  /** Reads a value on the JavaFX thread, which may be changing it. */
  public <T> T read(Supplier<T> value) {
    return Platform.isFxApplicationThread()
        ? value.get()
        : WaitForAsyncUtils.waitForAsyncFx(TIMEOUT_SECONDS * 1000, value::get);
  }

  /** Runs it on the JavaFX thread, waits for the resulting events and lays out all windows. */
  public void runAndWait(Runnable change) {
    WaitForAsyncUtils.waitForAsyncFx(TIMEOUT_SECONDS * 1000, change);
    WaitForAsyncUtils.waitForFxEvents();
    WaitForAsyncUtils.waitForAsyncFx(TIMEOUT_SECONDS * 1000, UiRobot::layOut);
  }

  /** On a loaded machine, the pulse that would do it may come after the test's next step. */
  private static void layOut() {
    for (Window window : List.copyOf(Window.getWindows())) {
      Scene scene = window.getScene();
      if (scene != null) {
        scene.getRoot().applyCss();
        scene.getRoot().layout();
      }
    }
  }
}
