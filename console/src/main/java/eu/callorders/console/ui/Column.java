package eu.callorders.console.ui;

import java.util.function.Function;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id names it in settings and exports
 * @param text what it shows, what is copied, and what is exported
 * @param graphic drawn instead of the text where that is not enough; null for plain text
 * @param shown whether it is there before the operator chooses
 */
public record Column<T>(
    String id,
    String title,
    double width,
    Function<T, String> text,
    @Nullable Function<T, Node> graphic,
    boolean shown) {

  public static <T> Column<T> of(String id, String title, double width, Function<T, String> text) {
    return new Column<>(id, title, width, text, null, true);
  }

  /** Drawn by that. */
  public Column<T> drawn(Function<T, Node> how) {
    return new Column<>(id, title, width, text, how, shown);
  }

  /** Not shown until the operator chooses it. */
  public Column<T> hidden() {
    return new Column<>(id, title, width, text, graphic, false);
  }
}
