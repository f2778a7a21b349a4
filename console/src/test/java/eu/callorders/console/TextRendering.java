package eu.callorders.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/**
 * Whether this machine can render text: JavaFX uses fonts and, on Linux, Pango of the system, which
 * may be missing.
 */
public final class TextRendering implements ExecutionCondition {
  private static final String REMEDY =
      "UI tests cannot run here: JavaFX finds no fonts, or no Pango;"
          + " Debian has them as libpangoft2-1.0-0 and fonts-dejavu-core (%s)";

  private static final class Once {
    static final Optional<String> OBSTACLE = obstacle();
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Once.OBSTACLE
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("text can be rendered"));
  }

  /** Skips a test that opens a window without {@link RobotTest}. */
  public static void assume() {
    Once.OBSTACLE.ifPresent(Assumptions::abort);
  }

  /** Writes to the console of the build, since {@code System.err} ends up in reports. */
  private static void printToBuild(String reason) {
    PrintStream build =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    build.println("SKIPPED: " + reason);
  }

  private static Optional<String> obstacle() {
    try {
      FxToolkit.registerPrimaryStage();
      WaitForAsyncUtils.asyncFx(() -> new Text("any").getLayoutBounds()).get();
      return Optional.empty();
    } catch (ExecutionException e) {
      String reason = REMEDY.formatted(e.getCause());
      printToBuild(reason);
      return Optional.of(reason);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
