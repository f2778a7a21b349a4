package eu.callorders.console.ui;

import java.util.Arrays;
import java.util.List;

/**
 * What the operator has chosen for the columns of a table: shown, hidden, moved or resized ones. It
 * is saved in the settings.
 */
final class ColumnChoice {
  private final Settings settings;
  private final String key;

  /**
   * @param table id of the table
   */
  ColumnChoice(Settings settings, String table) {
    this.settings = settings;
    this.key = "table." + table;
  }

  private String shownKey(String column) {
    return key + ".show." + column;
  }

  private String widthKey(String column) {
    return key + ".width." + column;
  }

  /** Whether the column is in the list, by choice or by default. */
  boolean isShown(Column<?> column) {
    String byDefault = Boolean.toString(column.shownByDefault());
    return Boolean.parseBoolean(settings.get(shownKey(column.id()), byDefault));
  }

  /** Whether the operator has shown the column: it is then never hidden for lack of space. */
  boolean isKept(String column) {
    return Boolean.parseBoolean(settings.get(shownKey(column), ""));
  }

  void show(String column, boolean shown) {
    settings.put(shownKey(column), shown);
  }

  /** The width that the operator has chosen, in pixels; 0 for none. */
  double width(String column) {
    return settings.number(widthKey(column), 0);
  }

  void resize(String column, double width) {
    settings.put(widthKey(column), width);
  }

  /** The place of the column; those that the saved order does not contain come last. */
  int place(String column) {
    int place = Arrays.asList(settings.get(key + ".order", "").split(",")).indexOf(column);
    return place < 0 ? Integer.MAX_VALUE : place;
  }

  void order(List<String> columns) {
    settings.put(key + ".order", String.join(",", columns));
  }
}
