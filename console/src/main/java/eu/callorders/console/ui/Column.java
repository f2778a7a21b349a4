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
 * @param tone how it is with a row, for a text that stands in a pill; null for plain text
 * @param shown whether it is there before the operator chooses
 */
public record Column<T>(
    String id,
    String title,
    double width,
    Function<T, String> text,
    @Nullable Function<T, Node> graphic,
    @Nullable Function<T, Pill.Tone> tone,
    boolean shown) {

  public static <T> Column<T> of(String id, String title, double width, Function<T, String> text) {
    return new Column<>(id, title, width, text, null, null, true);
  }

  /** Drawn by that, anew for each row that comes into sight: for lists that stay short. */
  public Column<T> drawn(Function<T, Node> how) {
    return new Column<>(id, title, width, text, how, null, shown);
  }

  /** In a pill of that tone. */
  public Column<T> toned(Function<T, Pill.Tone> how) {
    return new Column<>(id, title, width, text, null, how, shown);
  }

  /** Not shown until the operator chooses it. */
  public Column<T> hidden() {
    return new Column<>(id, title, width, text, graphic, tone, false);
  }
}
