package eu.callorders.client.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import eu.callorders.client.files.InvalidFileException.Kind;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a CSV file with a header, row by row. */
final class CsvReader {
  private static final CsvFactory FACTORY =
      CsvFactory.builder().enable(CsvParser.Feature.SKIP_EMPTY_LINES).build();
  private static final int MAX_HEADER_CHARACTERS = 1 << 16;
  private static final int MAX_COLUMNS = 200;
  private static final String DELIMITERS = ",;\t|";

  private CsvReader() {}

  /** Takes the names of the columns, and says what takes the rows. */
  interface HeaderReader {
    CellReader read(List<String> header);
  }

  /** Takes a row, and says whether it wants the next one. */
  interface CellReader {
    /**
     * Takes a row.
     *
     * @param number from 1, without the header
     * @param line on which it begins
     */
    boolean read(int number, int line, String[] cells) throws IOException, InterruptedException;
  }

  /**
   * Reads until the end of the file, or until no further row is wanted.
   *
   * @param delimiter null for the one that the header has most often
   * @throws InvalidFileException when it has no columns, or cannot be read
   */
  static void read(TextFile file, @Nullable Character delimiter, HeaderReader columns)
      throws IOException, InterruptedException {
    int number = 0;
    try (RowLimitReader in = file.open()) {
      char frequent = detect(in, file.name());
      CsvParser parser = parser(in, delimiter == null ? frequent : delimiter);
      String[] header = next(parser, in);
      if (header == null) {
        throw new InvalidFileException(Kind.EMPTY, file.name());
      }
      CellReader rows = columns.read(names(header, file.name()));
      int line = line(parser);
      for (String[] cells = next(parser, in); cells != null; cells = next(parser, in)) {
        number++;
        if (!rows.read(number, line, cells)) {
          return;
        }
        line = line(parser);
      }
    } catch (CharacterCodingException e) {
      throw new InvalidFileException(Kind.ENCODING, file.name(), number);
    } catch (JsonProcessingException e) {
      throw new InvalidFileException(
          Kind.ROW, number + 1, file.name(), String.valueOf(e.getOriginalMessage()));
    }
  }

  private static CsvParser parser(Reader in, char separator) throws IOException {
    CsvParser parser = FACTORY.createParser(in);
    parser.setSchema(CsvSchema.emptySchema().withColumnSeparator(separator));
    return parser;
  }

  /** The cells of the next row; null at the end. */
  private static String @Nullable [] next(CsvParser parser, RowLimitReader in) throws IOException {
    in.beginRow(line(parser));
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      return null;
    }
    List<String> cells = new ArrayList<>();
    for (String cell = parser.nextTextValue(); cell != null; cell = parser.nextTextValue()) {
      cells.add(cell);
    }
    return cells.toArray(String[]::new);
  }

  /** Once a row is read, the parser is at the beginning of the next one. */
  private static int line(CsvParser parser) {
    return parser.currentLocation().getLineNr();
  }

  private static List<String> names(String[] header, String file) {
    if (header.length > MAX_COLUMNS) {
      throw new InvalidFileException(Kind.TOO_MANY_COLUMNS, file, header.length, MAX_COLUMNS);
    }
    return Arrays.stream(header).map(String::strip).toList();
  }

  /**
   * The delimiter that occurs most often in the header, outside of quotes. Refuses a header that
   * does not end: the parser reads all of it.
   */
  private static char detect(Reader in, String file) throws IOException {
    in.mark(MAX_HEADER_CHARACTERS + 1);
    int[] counts = new int[DELIMITERS.length()];
    boolean quoted = false;
    boolean isEmpty = true;
    int read = 0;
    for (int next = in.read();
        next >= 0 && (quoted || isEmpty || !isLineEnd(next));
        next = in.read()) {
      if (++read > MAX_HEADER_CHARACTERS) {
        throw new InvalidFileException(Kind.HEADER_TOO_LONG, file, MAX_HEADER_CHARACTERS);
      }
      isEmpty &= next == ' ' || isLineEnd(next);
      quoted ^= next == '"';
      int index = quoted ? -1 : DELIMITERS.indexOf(next);
      if (index >= 0) {
        counts[index]++;
      }
    }
    in.reset();
    int best = 0;
    for (int index = 1; index < counts.length; index++) {
      best = counts[index] > counts[best] ? index : best;
    }
    return DELIMITERS.charAt(best);
  }

  private static boolean isLineEnd(int character) {
    return character == '\n' || character == '\r';
  }
}
