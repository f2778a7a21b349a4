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
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.transform.Transform;
import javafx.stage.Stage;
import javafx.stage.Window;
import javax.imageio.ImageIO;

/**
 * Collects what does not fit into windows of three widths, and into the narrowest one at a scale of
 * 200 %, in the language of the test. Takes pictures of them in both themes, into {@code
 * console/target/screenshots}, if their names match the regular expression of the environment
 * variable {@code CONSOLE_PICTURES}.
 */
public final class Pictures {
  private static final Path DIRECTORY = Path.of("target", "screenshots");

  /** The narrowest window, in pixels. */
  public static final int NARROW = 1024;

  private static final List<Integer> WIDTHS = List.of(NARROW, 1920, 1360);
  private static final int HIGH_SCALE = 2;
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
    robot.read(() -> stage.getScene().snapshot(null)); // the first one changes the scene's size
    for (int width : WIDTHS) {
      robot.runAndWait(() -> stage.setWidth(width - margin));
      takeThemes(robot, name + "-" + width, stage.getScene());
      if (width == NARROW) {
        takeScaled(robot, name + "-" + width, stage.getScene());
      }
    }
  }

  /** Takes pictures of a window as wide as it is. */
  public void take(UiRobot robot, String name, Scene scene) {
    takeThemes(robot, name, scene);
    takeScaled(robot, name, scene);
  }

  private void takeThemes(UiRobot robot, String name, Scene scene) {
    String picture = name + "-" + Locale.getDefault().getLanguage();
    THEMES.forEach(
        (theme, sheet) -> {
          if (isWritten(picture + "-" + theme)) {
            robot.runAndWait(() -> Application.setUserAgentStylesheet(sheet));
            write(robot.read(() -> scene.snapshot(null)), picture + "-" + theme);
          }
        });
    robot.runAndWait(() -> Application.setUserAgentStylesheet(THEMES.get("light")));
    check(robot, picture, scene);
  }

  /** At 200 %, where the layout rounds to half pixels; in one theme, since colors do not change. */
  private void takeScaled(UiRobot robot, String name, Scene scene) {
    String picture = name + "-200-" + Locale.getDefault().getLanguage();
    robot.runAndWait(() -> scale(scene.getWindow(), HIGH_SCALE));
    if (isWritten(picture + "-light")) {
      SnapshotParameters scaled = new SnapshotParameters();
      scaled.setTransform(Transform.scale(HIGH_SCALE, HIGH_SCALE));
      write(robot.read(() -> scene.getRoot().snapshot(scaled, null)), picture + "-light");
    }
    check(robot, picture, scene);
    robot.runAndWait(() -> scale(scene.getWindow(), 1));
  }

  private static void scale(Window window, double scale) {
    Window scaled = window;
    while (scaled.renderScaleXProperty().isBound() && scaled instanceof Stage dialog) {
      scaled = dialog.getOwner(); // whose scale it has
    }
    scaled.setRenderScaleX(scale);
    scaled.setRenderScaleY(scale);
    window.getScene().getRoot().requestLayout();
  }

  private void check(UiRobot robot, String picture, Scene scene) {
    robot.read(() -> TextFit.faults(scene)).forEach(it -> faults.add(picture + ": " + it));
  }

  private static boolean isWritten(String picture) {
    return WRITTEN.matcher(picture).matches();
  }

  private static void write(WritableImage image, String name) {
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    int[] pixels = new int[width * height];
    image
        .getPixelReader()
        .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
    BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    picture.setRGB(0, 0, width, height, pixels, 0, width);
    try {
      Files.createDirectories(DIRECTORY);
      ImageIO.write(picture, "png", DIRECTORY.resolve(name + ".png").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
