package eu.callorders.client.files;

import eu.callorders.client.bulk.RowSource;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of orders: CSV, or JSON Lines.
 *
 * @param encoding null for UTF-8, unless a byte order mark says otherwise
 * @param delimiter of CSV; null for the one that the header has most often
 * @param country whose local phone numbers and amounts are read; null for none
 * @param mapping path by column, empty to ignore the column
 * @param constants value by path, for all rows
 */
public record OrderFile(
    Path path,
    @Nullable Charset encoding,
    @Nullable Character delimiter,
    @Nullable String country,
    Map<String, String> mapping,
    Map<String, String> constants) {

  /** The rows; the header is checked when they are read. */
  public RowSource rows() {
    return isJsonLines() ? new JsonRows(new TextFile(path, encoding)) : csv();
  }

  /** Whether each line is the body of an order: such a file has no delimiter and no mapping. */
  public boolean isJsonLines() {
    String name = path.getFileName().toString();
    return name.endsWith(".jsonl") || name.endsWith(".ndjson");
  }

  /**
   * The columns of a CSV file and its first rows; no mapping is needed.
   *
   * @throws InvalidFileException when it has no columns, or cannot be read
   */
  public FileHead head(int rows) throws IOException, InterruptedException {
    return csv().head(rows);
  }

  private CsvRows csv() {
    return new CsvRows(
        new TextFile(path, encoding), new LocalFormat(country), delimiter, mapping, constants);
  }
}
