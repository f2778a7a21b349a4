package eu.callorders.server.cli.imports;

import static eu.callorders.client.files.RowLimitReader.MAX_CHARACTERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportProgress;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.OrderImport;
import eu.callorders.client.files.InvalidFileException;
import eu.callorders.client.files.OrderFile;
import eu.callorders.client.files.RowLimitReader;
import eu.callorders.client.files.SuppressionFile;
import eu.callorders.server.contract.Contract;
import java.io.BufferedReader;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowLimitTest {
  private static final OrderCheck CHECK = new OrderCheck(Contract.load());
  private static final String HEADER = "reference,family_name,phone,amount,notes\n";
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "order_type", "payment_reminder",
          "currency", "EUR",
          "context.claim.creditor_name", "Stadtwerke",
          "context.claim.basis.kind", "invoice");

  @TempDir private Path directory;

  private static OrderFile csv(Path path) {
    return new OrderFile(path, null, null, null, Map.of(), CONSTANTS);
  }

  private static OrderFile jsonLines(Path path) {
    return new OrderFile(path, null, null, null, Map.of(), Map.of());
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  /** A file that begins with a text, which 100 MB of zeros follow. */
  private Path endless(String name, String start) throws Exception {
    Path path = directory.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(start.getBytes(StandardCharsets.UTF_8));
      file.setLength(100_000_000);
    }
    return path;
  }

  private static void assertRefused(OrderFile file, int rows, int line) {
    List<ImportRow> read = new ArrayList<>();
    assertThatThrownBy(() -> file.rows().forEach(read::add))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(
            "has a row of more than 4194304 characters, which begins on line " + line + ":");
    assertThat(read).hasSize(rows);
  }

  @Test
  void countsAnOrderThatIsTooLargeAsAFault() throws Exception {
    String notes = "x".repeat(2 << 20);
    Path path =
        write(
            "orders.csv",
            HEADER + "p1,M,+493023125021,1.00," + notes + "\np2,M,+493023125021,1.00,\n");
    OrderImport orders = new OrderImport(csv(path).rows(), CHECK, ImportProgress.NONE);

    assertThat(orders.check(directory.resolve("result")))
        .isEqualTo(new ImportPlan(2, 1, 0, 0, 0, 1));
    assertThat(csv(path).head(1).rows().getFirst().get(4)).hasSize(101).endsWith("x…");
  }

  @ParameterizedTest
  @CsvSource({"'p1,\"a\nb\",1,1,\n', '', 1, 4", "'', '\"', 0, 2", "'p1,a,1,1,\n\n', 'p2,\"', 1, 4"})
  void refusesARowOfACsvFileWithoutEnd(String rows, String start, int read, int line)
      throws Exception {
    assertRefused(csv(endless("orders.csv", HEADER + rows + start)), read, line);
  }

  @ParameterizedTest
  @CsvSource({"'', 0, 1", "'{}\n\n', 1, 3"})
  void refusesALineOfAJsonFileWithoutEnd(String rows, int read, int line) throws Exception {
    assertRefused(jsonLines(endless("orders.jsonl", rows)), read, line);
  }

  @Test
  void refusesAnEntryWithoutEnd() throws Exception {
    Path path = endless("entries.csv", "phone\n+493023125021\n");
    SuppressionFile entries = new SuppressionFile(path, null, null, null);
    assertThatThrownBy(() -> entries.forEach((number, entry, fault) -> {}))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("begins on line 3:");
  }

  /** The limit is that of a row, not of what is read beside it. */
  @Test
  void readsRowsOfTheMostCharacters() throws Exception {
    String row = "p1,M,+493023125021,1.00,";
    String rows = (row + "x".repeat(MAX_CHARACTERS - row.length()) + "\n").repeat(3);
    List<ImportRow> read = new ArrayList<>();
    csv(write("orders.csv", HEADER + rows)).rows().forEach(read::add);
    String line = "{}" + " ".repeat(MAX_CHARACTERS - 2) + "\n";
    jsonLines(write("orders.jsonl", line.repeat(3))).rows().forEach(read::add);
    assertThat(read).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8192, 1 << 20})
  void readsLittleMoreThanTheMostCharacters(int buffer) {
    long[] read = {0};
    Reader endless =
        new Reader() {
          @Override
          public int read(char[] characters, int offset, int length) {
            read[0] += length;
            return length;
          }

          @Override
          public void close() {}
        };
    BufferedReader lines = new BufferedReader(new RowLimitReader(endless, "orders"), buffer);
    assertThatThrownBy(lines::readLine).isInstanceOf(InvalidFileException.class);
    assertThat(read[0]).isLessThan(MAX_CHARACTERS + (1 << 16) + 2L * buffer);
  }
}
