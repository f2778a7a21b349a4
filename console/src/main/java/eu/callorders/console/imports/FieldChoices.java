package eu.callorders.console.imports;

import eu.callorders.client.files.OrderFields;
import eu.callorders.console.ui.Texts;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The fields of an order that a column can fill, with their names. */
final class FieldChoices {
  private final UsualHeaders usual = new UsualHeaders();
  private final Texts texts;

  FieldChoices(Texts texts) {
    this.texts = texts;
  }

  private static List<String> paths() {
    return OrderFields.paths().stream().filter(path -> !path.startsWith("simulate.")).toList();
  }

  /** The choices for a column; the empty one ignores it. */
  List<String> choices() {
    return Stream.concat(Stream.of(""), paths().stream()).toList();
  }

  /** The name; of most fields the path. */
  String name(String path) {
    String key = "member." + path;
    return texts.bundle().containsKey(key) ? texts.get(key) : path;
  }

  /**
   * The path of a column named as in the API, as here, or as usual; empty for any other one.
   *
   * @param taken the paths that other columns fill; a usual name fills none of them
   */
  String guess(String column, Collection<String> taken) {
    return OrderFields.path(column)
        .or(() -> OrderFields.path(column.toLowerCase(Locale.ROOT).replace(' ', '_')))
        .or(() -> paths().stream().filter(path -> name(path).equalsIgnoreCase(column)).findFirst())
        .or(() -> usual.paths(column).stream().filter(path -> !taken.contains(path)).findFirst())
        .orElse("");
  }
}
