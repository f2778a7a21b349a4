package eu.callorders.console.ui;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** RFC 4180 rows that are safe to open in a spreadsheet. */
final class Csv {
  /** Spreadsheets detect UTF-8 by it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Spreadsheets would run it as a formula; telephone numbers, also masked ones, are excluded. */
  private static final Pattern FORMULA =
      Pattern.compile("[=@\\t\\r\\n].*|[+-](?![0-9 …]*$).+", Pattern.DOTALL);

  private Csv() {}

  static <T> String header(List<Column<T>> columns) {
    return BYTE_ORDER_MARK + line(columns, Column::title);
  }

  static <T> String row(List<Column<T>> columns, T row) {
    return line(columns, column -> column.exported().apply(row));
  }

  private static <T> String line(List<Column<T>> columns, Function<Column<T>, String> text) {
    return columns.stream().map(text).map(Csv::quote).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quote(String value) {
    return '"' + asText(value).replace("\"", "\"\"") + '"';
  }

  /** A value between tabs, in one line. */
  static String tabbed(String value) {
    return asText(value).replaceAll("[\\t\\r\\n]+", " ");
  }

  private static String asText(String value) {
    return FORMULA.matcher(value).matches() ? "'" + value : value;
  }
}
