package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.bulk.RowSource;
import eu.callorders.server.contract.Contract;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
  public RowSource rows(Contract contract) {
    TextFile file = new TextFile(path, encoding);
    String name = path.getFileName().toString();
    if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
      return new JsonRows(file);
    }
    return new CsvRows(
        file, new OrderFields(contract), new LocalFormat(country), delimiter, mapping, constants);
  }

  /** The check of a row: its fault in one sentence, empty when it is valid. */
  public static Function<JsonNode, Optional<String>> check(Contract contract) {
    return new OrderCheck(contract);
  }
}
