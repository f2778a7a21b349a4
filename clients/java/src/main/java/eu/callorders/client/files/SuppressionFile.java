package eu.callorders.client.files;

import eu.callorders.client.files.InvalidFileException.Kind;
import eu.callorders.client.model.SuppressionInput;
import eu.callorders.client.model.SuppressionScope;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file of do-not-call entries. Its header names {@code phone} or {@code subject_reference},
 * perhaps {@code scope} and {@code reason}; other columns are ignored.
 *
 * @param encoding null for UTF-8, unless a byte order mark says otherwise
 * @param country whose local phone numbers are read; null for none
 * @param reason of rows without one; null for none
 */
public record SuppressionFile(
    Path path, @Nullable Charset encoding, @Nullable String country, @Nullable String reason) {
  private static final String PHONE = "phone";
  private static final String SUBJECT = "subject_reference";
  private static final String E164 = "\\+[1-9]\\d{1,14}";

  /** Takes the rows in their order. */
  public interface RowConsumer {
    /**
     * Takes a row.
     *
     * @param fault empty for a valid row
     */
    void accept(int number, SuppressionInput entry, String fault) throws InterruptedException;
  }

  /** Reads the rows one by one. */
  public void forEach(RowConsumer consumer) throws IOException, InterruptedException {
    LocalFormat format = new LocalFormat(country);
    CsvReader.read(
        new TextFile(path, encoding),
        null,
        header -> {
          requireColumn(header);
          return (number, line, cells) -> {
            SuppressionInput entry = entry(header, cells, format);
            consumer.accept(number, entry, fault(header, cells, entry));
            return true;
          };
        });
  }

  private void requireColumn(List<String> names) {
    if (!names.contains(PHONE) && !names.contains(SUBJECT)) {
      throw new InvalidFileException(
          Kind.COLUMNS,
          path + " has no column phone or subject_reference: the first line names the columns.");
    }
  }

  private SuppressionInput entry(List<String> header, String[] cells, LocalFormat format) {
    String phone = cell(header, cells, PHONE);
    String scope = cell(header, cells, "scope");
    String own = cell(header, cells, "reason");
    return new SuppressionInput(
        phone == null ? null : format.phone(phone),
        cell(header, cells, SUBJECT),
        scope == null ? null : new SuppressionScope(scope),
        own == null ? reason : own);
  }

  private static @Nullable String cell(List<String> header, String[] cells, String column) {
    int index = header.indexOf(column);
    String value = index < 0 || index >= cells.length ? "" : cells[index].strip();
    return value.isEmpty() ? null : value;
  }

  private static String fault(List<String> header, String[] cells, SuppressionInput entry) {
    if (cells.length != header.size()) {
      return "it has %d cells, the header has %d".formatted(cells.length, header.size());
    }
    String phone = entry.phone();
    if (phone == null) {
      return entry.subjectReference() == null ? "it names no phone and no subject_reference" : "";
    }
    return phone.matches(E164)
        ? ""
        : "phone \"%s\" is not in the format +493023125021%s"
            .formatted(phone, LocalFormat.phoneHint(phone));
  }
}
