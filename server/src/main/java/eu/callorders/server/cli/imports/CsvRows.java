package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowSource;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file with a header. */
final class CsvRows implements RowSource {
  private static final int MAX_HEADER_CHARACTERS = 1 << 16;
  private static final String DELIMITERS = ",;\t|";

  private final TextFile file;
  private final OrderFields fields;
  private final LocalFormat format;
  private final @Nullable Character delimiter;
  private final Map<String, String> mapping;
  private final Map<String, String> constants;

  /**
   * @param delimiter null for the one that the header has most often
   */
  CsvRows(
      TextFile file,
      OrderFields fields,
      LocalFormat format,
      @Nullable Character delimiter,
      Map<String, String> mapping,
      Map<String, String> constants) {
    this.file = file;
    this.fields = fields;
    this.format = format;
    this.delimiter = delimiter;
    this.mapping = mapping;
    this.constants = constants;
  }

  @Override
  public void forEach(RowConsumer consumer) throws IOException, InterruptedException {
    int number = 0;
    try (Reader in = file.open()) {
      char separator = delimiter == null ? detect(in) : delimiter;
      MappingIterator<String[]> lines = reader(separator).readValues(in);
      ColumnMapping columns = header(lines);
      while (lines.hasNextValue()) {
        String[] cells = lines.nextValue();
        number++;
        consumer.accept(row(number, columns, cells));
      }
    } catch (CharacterCodingException e) {
      throw new InvalidFileException(
          "%s is not UTF-8 (after row %d): give --encoding windows-1252, or what it is."
              .formatted(file.name(), number));
    } catch (JsonProcessingException e) {
      throw new InvalidFileException(
          "Row %d of %s cannot be read: %s"
              .formatted(number + 1, file.name(), e.getOriginalMessage()));
    }
  }

  static ObjectReader reader(char separator) {
    return new CsvMapper()
        .readerFor(String[].class)
        .with(CsvParser.Feature.WRAP_AS_ARRAY)
        .with(CsvParser.Feature.SKIP_EMPTY_LINES)
        .with(CsvSchema.emptySchema().withColumnSeparator(separator));
  }

  private ColumnMapping header(MappingIterator<String[]> lines) throws IOException {
    try {
      List<String> names = new ArrayList<>();
      for (String name : lines.nextValue()) {
        names.add(name.strip());
      }
      return ColumnMapping.of(names, fields, format, mapping, constants);
    } catch (NoSuchElementException e) {
      throw new InvalidFileException(file.name() + " is empty: the first line names the columns.");
    }
  }

  private static ImportRow row(int number, ColumnMapping columns, String[] cells) {
    return cells.length == columns.columns()
        ? ImportRow.of(number, columns.body(cells))
        : ImportRow.unreadable(
            number,
            "it has %d cells, the header has %d".formatted(cells.length, columns.columns()));
  }

  /** The delimiter that occurs most often in the header, outside of quotes. */
  static char detect(Reader in) throws IOException {
    in.mark(MAX_HEADER_CHARACTERS);
    int[] counts = new int[DELIMITERS.length()];
    boolean quoted = false;
    int read = 0;
    for (int next = in.read();
        next >= 0 && (quoted || next != '\n') && ++read < MAX_HEADER_CHARACTERS;
        next = in.read()) {
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
}
