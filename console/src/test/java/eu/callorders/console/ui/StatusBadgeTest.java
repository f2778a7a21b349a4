package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.ui.StatusBadge.Tone;
import javafx.scene.Scene;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testfx.api.FxToolkit;

@RobotTest
class StatusBadgeTest extends UiRobot {
  private static final double READABLE = 4.5; // WCAG 2.2, level AA
  private static final double COLORLESS = 0.25;

  private static Color fill(Region region) {
    return (Color) region.getBackground().getFills().getLast().getFill();
  }

  /** The color that a translucent one has on that ground. */
  private static Color over(Color ground, Color color) {
    Color opaque = Color.color(color.getRed(), color.getGreen(), color.getBlue());
    return ground.interpolate(opaque, color.getOpacity());
  }

  private static double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
  }

  private static double luminance(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double contrast(Color one, Color other) {
    double brighter = Math.max(luminance(one), luminance(other)) + 0.05;
    return brighter / (Math.min(luminance(one), luminance(other)) + 0.05);
  }

  /** Hues in degrees, red from 340 on counted as negative. */
  @ParameterizedTest
  @CsvSource({
    "ACTIVE, 195, 225",
    "GOOD, 100, 160",
    "WARNING, 30, 60",
    "BAD, -20, 15",
  })
  void hasTheHueOfItsToneInBothThemes(Tone tone, double from, double to) throws Exception {
    FxToolkit.registerPrimaryStage();
    for (boolean dark : new boolean[] {false, true}) {
      Color[] colors = read(() -> colors(tone, dark));
      double hue = colors[1].getHue() >= 340 ? colors[1].getHue() - 360 : colors[1].getHue();
      assertThat(hue).as("dark: %s", dark).isBetween(from, to);
      assertThat(contrast(colors[0], colors[1])).as("dark: %s", dark).isGreaterThan(READABLE);
    }
  }

  @ParameterizedTest
  @CsvSource({"NEUTRAL", "WAITING"})
  void hasNoColorInBothThemes(Tone tone) throws Exception {
    FxToolkit.registerPrimaryStage();
    for (boolean dark : new boolean[] {false, true}) {
      Color[] colors = read(() -> colors(tone, dark));
      assertThat(colors[1].getSaturation()).as("dark: %s", dark).isLessThan(COLORLESS);
      assertThat(contrast(colors[0], colors[1])).as("dark: %s", dark).isGreaterThan(READABLE);
    }
  }

  /** The background of a badge on the window's, and the color of its text. */
  private static Color[] colors(Tone tone, boolean dark) {
    StatusBadge badge = new StatusBadge("Status", tone);
    HBox window = new HBox(badge);
    window.setStyle("-fx-background-color: -color-bg-default;");
    Scene scene = new Scene(window);
    scene.setUserAgentStylesheet(
        (dark ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheet());
    scene.getStylesheets().add("/eu/callorders/console/app/console.css");
    window.applyCss();
    return new Color[] {over(fill(window), fill(badge)), (Color) badge.getTextFill()};
  }
}
