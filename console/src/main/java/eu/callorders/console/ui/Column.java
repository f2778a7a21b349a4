package eu.callorders.console.ui;

import java.util.function.Function;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id key in settings and exports
 * @param text shown and copied
 * @param exported written to a CSV file, for programs to read
 * @param graphic renders the cell instead of the text; null for plain text
 * @param tone tone of the status badge that holds the text; null for plain text
 * @param shownByDefault whether the column is visible by default
 */
public record Column<T>(
    String id,
    String title,
    double width,
    Function<T, String> text,
    Function<T, String> exported,
    @Nullable Function<T, Node> graphic,
    @Nullable Function<T, StatusBadge.Tone> tone,
    boolean shownByDefault) {

  public static <T> Column<T> of(String id, String title, double width, Function<T, String> text) {
    return new Column<>(id, title, width, text, text, null, null, true);
  }

  /** Exports another text than the cell shows. */
  public Column<T> exported(Function<T, String> exportedText) {
    return new Column<>(id, title, width, text, exportedText, graphic, tone, shownByDefault);
  }

  /** Renders a new node for each visible row; only for short lists. */
  public Column<T> renderedBy(Function<T, Node> renderer) {
    return new Column<>(id, title, width, text, exported, renderer, null, shownByDefault);
  }

  /** Renders the text as a status badge. */
  public Column<T> withBadge(Function<T, StatusBadge.Tone> toneOf) {
    return new Column<>(id, title, width, text, exported, null, toneOf, shownByDefault);
  }

  /** Hidden by default. */
  public Column<T> hiddenByDefault() {
    return new Column<>(id, title, width, text, exported, graphic, tone, false);
  }
}
