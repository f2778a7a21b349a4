package eu.callorders.console.ui;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rows as RFC 4180 has them, safe to be opened in a spreadsheet. */
final class Csv {
  private Csv() {}

  static <T> String head(List<Column<T>> columns) {
    return line(columns, Column::title);
  }

  static <T> String row(List<Column<T>> columns, T row) {
    return line(columns, column -> column.text().apply(row));
  }

  private static <T> String line(List<Column<T>> columns, Function<Column<T>, String> text) {
    return columns.stream().map(text).map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  /** What a spreadsheet would take for a formula is marked as text; a telephone number is none. */
  private static String quoted(String value) {
    boolean formula = value.matches("(?s)[=@\\t\\r].*|[+-](?![0-9 ]*$).+");
    return '"' + (formula ? "'" : "") + value.replace("\"", "\"\"") + '"';
  }
}
