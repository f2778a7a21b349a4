package eu.callorders.client.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.bulk.RowSource;
import eu.callorders.client.files.InvalidFileException.Kind;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file with a header. */
final class CsvRows implements RowSource {
  private static final int MAX_HEADER_CHARACTERS = 1 << 16;
  private static final int MAX_SHOWN = 100;
  private static final int MAX_COLUMNS = 200;
  private static final String DELIMITERS = ",;\t|";

  private final TextFile file;
  private final LocalFormat format;
  private final @Nullable Character delimiter;
  private final Map<String, String> mapping;
  private final Map<String, String> constants;

  /**
   * @param delimiter null for the one that the header has most often
   */
  CsvRows(
      TextFile file,
      LocalFormat format,
      @Nullable Character delimiter,
      Map<String, String> mapping,
      Map<String, String> constants) {
    this.file = file;
    this.format = format;
    this.delimiter = delimiter;
    this.mapping = mapping;
    this.constants = constants;
  }

  /** Takes the names of the columns, and says what takes the rows. */
  private interface HeaderReader {
    CellReader read(List<String> header);
  }

  /** Takes a row, and says whether it wants the next one. */
  private interface CellReader {
    boolean read(int number, int line, String[] cells) throws IOException, InterruptedException;
  }

  @Override
  public void forEach(RowConsumer consumer) throws IOException, InterruptedException {
    read(
        header -> {
          ColumnMapping columns = ColumnMapping.of(header, format, mapping, constants);
          return (number, line, cells) -> {
            consumer.accept(row(number, line, columns, cells));
            return true;
          };
        });
  }

  /** The columns and the first rows. */
  FileHead head(int count) throws IOException, InterruptedException {
    List<String> columns = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    read(
        header -> {
          columns.addAll(header);
          return (number, line, cells) -> {
            rows.add(Arrays.stream(cells).map(CsvRows::cut).toList());
            return number < count;
          };
        });
    return new FileHead(columns, rows);
  }

  private static String cut(String cell) {
    return cell.length() > MAX_SHOWN ? cell.substring(0, MAX_SHOWN) + "…" : cell;
  }

  private void read(HeaderReader columns) throws IOException, InterruptedException {
    int number = 0;
    try (Reader in = file.open()) {
      char frequent = detect(in, file.name());
      char separator = delimiter == null ? frequent : delimiter;
      MappingIterator<String[]> lines = reader(separator).readValues(in);
      if (!lines.hasNextValue()) {
        throw new InvalidFileException(Kind.EMPTY, file.name());
      }
      CellReader rows = columns.read(header(lines.nextValue(), file.name()));
      boolean isWanted = true;
      int line = line(lines);
      while (isWanted && lines.hasNextValue()) {
        String[] cells = lines.nextValue();
        number++;
        isWanted = rows.read(number, line, cells);
        line = line(lines);
      }
    } catch (CharacterCodingException e) {
      throw new InvalidFileException(Kind.ENCODING, file.name(), number);
    } catch (JsonProcessingException e) {
      throw new InvalidFileException(
          Kind.ROW, number + 1, file.name(), String.valueOf(e.getOriginalMessage()));
    }
  }

  /** The names of the columns. */
  static List<String> header(String[] cells, Object file) {
    if (cells.length > MAX_COLUMNS) {
      throw new InvalidFileException(Kind.TOO_MANY_COLUMNS, file, cells.length, MAX_COLUMNS);
    }
    return Arrays.stream(cells).map(String::strip).toList();
  }

  /** Once a row is read, the parser is at the beginning of the next one. */
  private static int line(MappingIterator<String[]> lines) {
    return lines.getParser().currentLocation().getLineNr();
  }

  static ObjectReader reader(char separator) {
    return new CsvMapper()
        .readerFor(String[].class)
        .with(CsvParser.Feature.WRAP_AS_ARRAY)
        .with(CsvParser.Feature.SKIP_EMPTY_LINES)
        .with(CsvSchema.emptySchema().withColumnSeparator(separator));
  }

  private static ImportRow row(int number, int line, ColumnMapping columns, String[] cells) {
    return cells.length == columns.columns()
        ? ImportRow.of(number, line, columns.body(cells))
        : ImportRow.unreadable(
            number, line, RowFault.of(RowFault.Kind.CELLS, cells.length, columns.columns()));
  }

  /**
   * The delimiter that occurs most often in the header, outside of quotes. Refuses a header that
   * does not end: the parser reads all of it.
   */
  static char detect(Reader in, Object file) throws IOException {
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
