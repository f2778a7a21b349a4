package eu.callorders.console.ui;

import java.util.function.Function;

/**
 * Makes the columns of a screen. Their titles stand in its texts as {@code column.id}.
 *
 * @param <T> a row
 */
public final class Columns<T> {
  private static final double TIMES = 190;

  private final Texts texts;
  private final TimestampFormatter times = new TimestampFormatter();

  public Columns(Texts texts) {
    this.texts = texts;
  }

  /** What a row has, as it is. */
  public Column<T> text(String id, double width, Function<T, String> text) {
    return Column.of(id, texts.get("column." + id), width, text);
  }

  /** A timestamp of the service, as the operator reads it; with its offset in a file. */
  public Column<T> time(String id, Function<T, String> timestamp) {
    return text(id, TIMES, row -> times.text(timestamp.apply(row)))
        .exported(row -> times.exact(timestamp.apply(row)));
  }

  /** A value of a registry, in words. */
  public Column<T> value(String id, double width, String registry, Function<T, String> wireName) {
    return text(id, width, row -> texts.value(registry, wireName.apply(row)));
  }
}
