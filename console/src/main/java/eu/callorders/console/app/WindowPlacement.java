package eu.callorders.console.app;

import java.util.List;
import javafx.geometry.Rectangle2D;

/** Where the window goes, so that all of it is on a screen that is there. */
final class WindowPlacement {
  private WindowPlacement() {}

  /**
   * That place, or as much of it as a screen has, moved until it is on the screen that shows most
   * of it; on the first where none shows any.
   *
   * @param screens what of each is free for windows, the primary one first, never empty
   */
  static Rectangle2D on(List<Rectangle2D> screens, Rectangle2D wanted) {
    Rectangle2D screen = screens.getFirst();
    for (Rectangle2D other : screens) {
      if (shared(other, wanted) > shared(screen, wanted)) {
        screen = other;
      }
    }
    double width = Math.min(wanted.getWidth(), screen.getWidth());
    double height = Math.min(wanted.getHeight(), screen.getHeight());
    return new Rectangle2D(
        Math.clamp(wanted.getMinX(), screen.getMinX(), screen.getMaxX() - width),
        Math.clamp(wanted.getMinY(), screen.getMinY(), screen.getMaxY() - height),
        width,
        height);
  }

  private static double shared(Rectangle2D one, Rectangle2D other) {
    double width =
        Math.min(one.getMaxX(), other.getMaxX()) - Math.max(one.getMinX(), other.getMinX());
    double height =
        Math.min(one.getMaxY(), other.getMaxY()) - Math.max(one.getMinY(), other.getMinY());
    return Math.max(width, 0) * Math.max(height, 0);
  }
}
