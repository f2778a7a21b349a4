package eu.callorders.console;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javafx.application.Application;
import javafx.scene.Scene;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;
import javax.imageio.ImageIO;

/**
 * Collects what does not fit into windows of three widths, in the language of the test. Takes
 * pictures of them in both themes, into {@code console/target/screenshots}, if their names match
 * the regular expression of the environment variable {@code CONSOLE_PICTURES}.
 */
public final class Pictures {
  private static final Path DIRECTORY = Path.of("target", "screenshots");
  private static final List<Integer> WIDTHS = List.of(1024, 1920, 1360);
  private static final Map<String, String> THEMES =
      new TreeMap<>(
          Map.of(
              "dark", new PrimerDark().getUserAgentStylesheet(),
              "light", new PrimerLight().getUserAgentStylesheet()));

  private static final Pattern WRITTEN =
      Pattern.compile(Objects.requireNonNullElse(System.getenv("CONSOLE_PICTURES"), ""));

  private final List<String> faults = new ArrayList<>();

  /** All faults of the pictures so far, in sentences. */
  public List<String> faults() {
    return faults;
  }

  /**
   * Takes pictures of a main window; the last width is the usual one.
   *
   * @param margin what the window is narrower than that of the console, in pixels
   */
  public void take(UiRobot robot, String name, Stage stage, double margin) {
    for (int width : WIDTHS) {
      robot.runAndWait(() -> stage.setWidth(width - margin));
      take(robot, name + "-" + width, stage.getScene());
    }
  }

  /** Takes pictures of a window as wide as it is. */
  public void take(UiRobot robot, String name, Scene scene) {
    String picture = name + "-" + Locale.getDefault().getLanguage();
    THEMES.forEach(
        (theme, sheet) -> {
          String file = picture + "-" + theme;
          if (WRITTEN.matcher(file).matches()) {
            robot.runAndWait(() -> Application.setUserAgentStylesheet(sheet));
            write(robot.read(() -> scene.snapshot(null)), file);
          }
        });
    robot.runAndWait(() -> Application.setUserAgentStylesheet(THEMES.get("light")));
    robot.read(() -> TextFit.faults(scene)).forEach(it -> faults.add(picture + ": " + it));
  }

  private static void write(WritableImage image, String name) {
    PixelReader pixels = image.getPixelReader();
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        picture.setRGB(x, y, pixels.getArgb(x, y));
      }
    }
    try {
      Files.createDirectories(DIRECTORY);
      ImageIO.write(picture, "png", DIRECTORY.resolve(name + ".png").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
