package eu.callorders.client.files;

import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.bulk.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file with a header. */
final class CsvRows implements RowSource {
  private static final int MAX_SHOWN = 100;

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

  @Override
  public void forEach(RowConsumer consumer) throws IOException, InterruptedException {
    CsvReader.read(
        file,
        delimiter,
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
    CsvReader.read(
        file,
        delimiter,
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

  private static ImportRow row(int number, int line, ColumnMapping columns, String[] cells) {
    return cells.length == columns.columns()
        ? ImportRow.of(number, line, columns.body(cells))
        : ImportRow.unreadable(
            number, line, RowFault.of(RowFault.Kind.CELLS, cells.length, columns.columns()));
  }
}
