package eu.callorders.core.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables of tests: one row per line, cells separated by bars, comments after a hash. */
final class TableFile {
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");
  private static final Pattern BAR = Pattern.compile(" \\| ");

  private TableFile() {}

  /** Cells as written, with {@code \}{@code u1234} decoded. */
  static List<List<String>> rows(String file) {
    try (InputStream in = TableFile.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> Arrays.stream(BAR.split(line)).map(TableFile::cell).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String cell(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(escape.group(1), 16))));
  }
}
