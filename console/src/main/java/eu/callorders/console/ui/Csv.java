package eu.callorders.console.ui;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rows as RFC 4180 has them, safe to be opened in a spreadsheet. */
final class Csv {
  /** Without it, widespread spreadsheets take UTF-8 for something else. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** What a spreadsheet would take for a formula; a telephone number is none. */
  private static final Pattern FORMULA =
      Pattern.compile("[=@\\t\\r\\n].*|[+-](?![0-9 ]*$).+", Pattern.DOTALL);

  private Csv() {}

  static <T> String head(List<Column<T>> columns) {
    return BYTE_ORDER_MARK + line(columns, Column::title);
  }

  static <T> String row(List<Column<T>> columns, T row) {
    return line(columns, column -> column.exported().apply(row));
  }

  private static <T> String line(List<Column<T>> columns, Function<Column<T>, String> text) {
    return columns.stream().map(text).map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String value) {
    String mark = FORMULA.matcher(value).matches() ? "'" : ""; // marks it as text
    return '"' + mark + value.replace("\"", "\"\"") + '"';
  }
}
