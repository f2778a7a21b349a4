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
 * Whether this machine can draw text. JavaFX has neither fonts nor, on Linux, what shapes them: it
 * takes both from the system, and a machine with a JDK alone has none.
 */
public final class TextRendering implements ExecutionCondition {
  private static final String REMEDY =
      "no robot can run here: JavaFX finds no fonts, or nothing that shapes them;"
          + " Debian has them as libpangoft2-1.0-0 and fonts-dejavu-core (%s)";

  private static final class Once {
    static final Optional<String> OBSTACLE = obstacle();
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Once.OBSTACLE
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("text is drawn here"));
  }

  /** For those that come as far as to a window without having asked. */
  public static void assume() {
    Once.OBSTACLE.ifPresent(Assumptions::abort);
  }

  /** Where the build shows it: what goes to {@code System.err} ends in the reports. */
  private static void announce(String why) {
    PrintStream build =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    build.println("SKIPPED: " + why);
  }

  private static Optional<String> obstacle() {
    try {
      FxToolkit.registerPrimaryStage();
      WaitForAsyncUtils.asyncFx(() -> new Text("any").getLayoutBounds()).get();
      return Optional.empty();
    } catch (ExecutionException e) {
      String why = REMEDY.formatted(e.getCause());
      announce(why);
      return Optional.of(why);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
