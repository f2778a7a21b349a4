package eu.callorders.console.app;

import java.util.List;
import javafx.geometry.Rectangle2D;

/** Places the window completely on an existing screen. */
final class WindowPlacement {
  private WindowPlacement() {}

  /**
   * The saved bounds, shrunk and moved onto the screen that contains most of them, or onto the
   * first one.
   *
   * @param screens visible bounds, the primary screen first, never empty
   */
  static Rectangle2D fit(List<Rectangle2D> screens, Rectangle2D saved) {
    Rectangle2D screen = screens.getFirst();
    for (Rectangle2D other : screens) {
      if (overlap(other, saved) > overlap(screen, saved)) {
        screen = other;
      }
    }
    double width = Math.min(saved.getWidth(), screen.getWidth());
    double height = Math.min(saved.getHeight(), screen.getHeight());
    return new Rectangle2D(
        Math.clamp(saved.getMinX(), screen.getMinX(), screen.getMaxX() - width),
        Math.clamp(saved.getMinY(), screen.getMinY(), screen.getMaxY() - height),
        width,
        height);
  }

  private static double overlap(Rectangle2D one, Rectangle2D other) {
    double width =
        Math.min(one.getMaxX(), other.getMaxX()) - Math.max(one.getMinX(), other.getMinX());
    double height =
        Math.min(one.getMaxY(), other.getMaxY()) - Math.max(one.getMinY(), other.getMinY());
    return Math.max(width, 0) * Math.max(height, 0);
  }
}
