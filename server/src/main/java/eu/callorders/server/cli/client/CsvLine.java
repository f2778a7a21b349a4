package eu.callorders.server.cli.client;

import java.util.List;
import java.util.stream.Collectors;

/** Formats a line of a CSV file by RFC 4180, with a line feed. */
final class CsvLine {
  private CsvLine() {}

  static String of(List<String> cells) {
    return cells.stream().map(CsvLine::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String cell) {
    return cell.chars().anyMatch(each -> ",;\"\r\n".indexOf(each) >= 0)
        ? '"' + cell.replace("\"", "\"\"") + '"'
        : cell;
  }
}
