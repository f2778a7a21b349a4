package eu.callorders.console.ui;

import java.util.function.Function;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id names it in settings and exports
 * @param text what it shows, and what is copied
 * @param exported what stands in a file, for programs to read
 * @param graphic drawn instead of the text where that is not enough; null for plain text
 * @param tone how it is with a row, for a text that stands in a pill; null for plain text
 * @param shown whether it is there before the operator chooses
 */
public record Column<T>(
    String id,
    String title,
    double width,
    Function<T, String> text,
    Function<T, String> exported,
    @Nullable Function<T, Node> graphic,
    @Nullable Function<T, StatusBadge.Tone> tone,
    boolean shown) {

  public static <T> Column<T> of(String id, String title, double width, Function<T, String> text) {
    return new Column<>(id, title, width, text, text, null, null, true);
  }

  /** With that in a file, where what is shown says too little. */
  public Column<T> exported(Function<T, String> how) {
    return new Column<>(id, title, width, text, how, graphic, tone, shown);
  }

  /** Drawn by that, anew for each row that comes into sight: for lists that stay short. */
  public Column<T> drawn(Function<T, Node> how) {
    return new Column<>(id, title, width, text, exported, how, null, shown);
  }

  /** In a pill of that tone. */
  public Column<T> toned(Function<T, StatusBadge.Tone> how) {
    return new Column<>(id, title, width, text, exported, null, how, shown);
  }

  /** Not shown until the operator chooses it. */
  public Column<T> hidden() {
    return new Column<>(id, title, width, text, exported, graphic, tone, false);
  }
}
