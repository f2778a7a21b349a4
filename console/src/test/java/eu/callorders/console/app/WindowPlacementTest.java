package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javafx.geometry.Rectangle2D;
import org.junit.jupiter.api.Test;

class WindowPlacementTest {
  private static final Rectangle2D SMALL = new Rectangle2D(0, 25, 1280, 775);
  private static final Rectangle2D SECOND = new Rectangle2D(1280, 0, 1920, 1080);

  private static Rectangle2D fit(double x, double y, double width, double height) {
    return WindowPlacement.fit(List.of(SMALL, SECOND), new Rectangle2D(x, y, width, height));
  }

  @Test
  void keepsBoundsOnAScreen() {
    assertThat(fit(10, 30, 900, 600)).isEqualTo(new Rectangle2D(10, 30, 900, 600));
    assertThat(fit(1500, 100, 1360, 860)).isEqualTo(new Rectangle2D(1500, 100, 1360, 860));
  }

  @Test
  void shrinksToTheScreen() {
    assertThat(fit(-40, -30, 1360, 860)).isEqualTo(SMALL);
  }

  @Test
  void movesToTheScreenWithTheLargestOverlap() {
    assertThat(fit(1100, 50, 1000, 600)).isEqualTo(new Rectangle2D(1280, 50, 1000, 600));
    assertThat(fit(2900, 900, 1000, 600)).isEqualTo(new Rectangle2D(2200, 480, 1000, 600));
  }

  @Test
  void movesFromAMissingScreenToTheFirst() {
    assertThat(fit(5000, -3000, 900, 600)).isEqualTo(new Rectangle2D(380, 25, 900, 600));
  }
}
