package eu.callorders.console;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.scene.Node;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/** Hands that use a window, and eyes that look at it only while nothing changes there. */
public abstract class UiRobot {
  private static final long PATIENCE_SECONDS = 180;

  private final FxRobot robot = new FxRobot();

  public FxRobot robot() {
    return robot;
  }

  /** Waits for something that is going to be true. */
  public void await(Supplier<Boolean> condition) {
    try {
      WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> look(condition));
    } catch (TimeoutException e) {
      throw new AssertionError("in vain", e);
    }
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** The node of that query, once it is there. */
  public <T extends Node> T find(String query) {
    await(() -> robot.lookup(query).tryQuery().isPresent());
    return look(() -> robot.lookup(query).query());
  }

  /** Looks at something on the thread that draws. */
  protected <T> T look(Supplier<T> what) {
    return Platform.isFxApplicationThread()
        ? what.get()
        : WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000, what::get);
  }

  /** Runs that on the thread that draws, and waits for what follows from it. */
  public void draw(Runnable change) {
    WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000, change);
    WaitForAsyncUtils.waitForFxEvents();
  }
}
