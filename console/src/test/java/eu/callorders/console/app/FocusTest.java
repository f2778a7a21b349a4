package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.Settings;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Button;
import javafx.scene.layout.BorderStroke;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keyboard focus must be visible. */
@RobotTest
class FocusTest {
  /** WCAG 2.2, 1.4.11. */
  private static final double MIN_CONTRAST = 3;

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({"sandbox, light", "sandbox, dark", "live, light", "live, dark"})
  void isVisibleOnFlatButtonsInTheHeader(String environment, String theme) throws Exception {
    Settings settings = Settings.load(home);
    settings.put("theme", theme);
    settings.save();
    try (ConsoleFixture console =
        ConsoleFixture.forSession(LiveHeaderTest.session(environment), home)) {
      console.runAndWait(console.<Button>find("#settings")::requestFocus);
      Region header = console.find("#header");
      Color background = (Color) header.getBackground().getFills().getLast().getFill();
      Region button = console.find("#disconnect");
      double before = button.getWidth();
      assertThat(focusBorders(button)).isEmpty();
      console.runAndWait(
          () -> console.<Node>find("#settings").requestFocusTraversal(TraversalDirection.NEXT));
      console.await(() -> !focusBorders(button).isEmpty());
      assertThat(contrast((Color) focusBorders(button).getFirst().getTopStroke(), background))
          .isGreaterThanOrEqualTo(MIN_CONTRAST);
      assertThat(button.getWidth()).isEqualTo(before);
    }
  }

  private static List<BorderStroke> focusBorders(Region region) {
    return region.getBorder() == null
        ? List.of()
        : region.getBorder().getStrokes().stream()
            .filter(stroke -> ((Color) stroke.getTopStroke()).getOpacity() > 0)
            .toList();
  }

  private static double contrast(Color one, Color other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }
}
