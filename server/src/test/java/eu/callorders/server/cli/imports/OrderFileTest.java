package eu.callorders.server.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.files.FileHead;
import eu.callorders.client.files.InvalidFileException;
import eu.callorders.client.files.OrderFields;
import eu.callorders.client.files.OrderFile;
import eu.callorders.client.files.SuppressionFile;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.json.Json;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderFileTest {
  private static final OrderCheck CHECK = new OrderCheck(Contract.load());
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "order_type", "payment_reminder",
          "currency", "EUR",
          "context.claim.creditor_name", "Stadtwerke",
          "context.claim.basis.kind", "invoice");
  private static final String HEADER = "reference,family_name,phone,amount\n";

  @TempDir private Path directory;

  private static Optional<String> faults(JsonNode body) {
    return CHECK.apply(Json.bytes(body));
  }

  private Path write(String text, Charset charset) throws Exception {
    return Files.write(directory.resolve("orders.csv"), text.getBytes(charset));
  }

  private OrderFile file(String text) throws Exception {
    Path path = write(text, StandardCharsets.UTF_8);
    return new OrderFile(path, null, null, null, Map.of(), CONSTANTS);
  }

  private static List<ImportRow> rows(OrderFile file) throws Exception {
    List<ImportRow> rows = new ArrayList<>();
    file.rows().forEach(rows::add);
    return rows;
  }

  private static JsonNode body(ImportRow row) {
    return Objects.requireNonNull(row.body());
  }

  @Test
  void makesAnOrderOfEachRow() throws Exception {
    List<ImportRow> rows = rows(file(HEADER + "p1,Muster,+493023125021,120.50\n"));

    assertThat(rows).hasSize(1);
    assertThat(faults(body(rows.getFirst()))).isEmpty();
    assertThat(body(rows.getFirst()).at("/contacts/0/channel").asText()).isEqualTo("phone");
    assertThat(body(rows.getFirst()).at("/context/claim/outstanding/value").asText())
        .isEqualTo("120.50");
  }

  @ParameterizedTest
  @CsvSource({"semicolon, ;", "tab, '\t'", "pipe, |"})
  void findsTheDelimiter(String name, String delimiter) throws Exception {
    String text = (HEADER + "p1,Muster,+493023125021,120.50\n").replace(",", delimiter);
    assertThat(faults(body(rows(file(text)).getFirst()))).as(name).isEmpty();
  }

  @Test
  void readsQuotesLineBreaksAndWindowsLineEnds() throws Exception {
    List<ImportRow> rows =
        rows(
            file(
                (HEADER.strip()
                    + ",notes\r\np1,\"Muster, geb. \"\"Schmidt\"\"\",+493023125021,1.00,"
                    + "\"two\r\nlines\"\r\n\r\np2,B,+493023125021,2.00,\r\n")));

    assertThat(rows).hasSize(2);
    assertThat(body(rows.get(0)).at("/subject/name/family_name").asText())
        .isEqualTo("Muster, geb. \"Schmidt\"");
    assertThat(body(rows.get(0)).at("/context/notes").asText()).contains("two").contains("lines");
    assertThat(body(rows.get(1)).path("context").has("notes")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE"})
  void readsAByteOrderMark(String charset) throws Exception {
    Path path =
        write("\uFEFF" + HEADER + "p1,Müller,+493023125021,1.00\n", Charset.forName(charset));
    List<ImportRow> rows = rows(new OrderFile(path, null, null, null, Map.of(), CONSTANTS));
    assertThat(body(rows.getFirst()).at("/subject/name/family_name").asText()).isEqualTo("Müller");
  }

  @Test
  void namesAnotherEncoding() throws Exception {
    Charset windows = Charset.forName("windows-1252");
    Path path = write(HEADER + "p1,Müller,+493023125021,1.00\n", windows);

    assertThatThrownBy(() -> rows(new OrderFile(path, null, null, null, Map.of(), CONSTANTS)))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("is not UTF-8")
        .hasMessageContaining("--encoding windows-1252");
    List<ImportRow> rows = rows(new OrderFile(path, windows, null, null, Map.of(), CONSTANTS));
    assertThat(body(rows.getFirst()).at("/subject/name/family_name").asText()).isEqualTo("Müller");
  }

  /** The first part of the file is read with the header. */
  @Test
  void namesAnotherEncodingOfALaterRow() throws Exception {
    String rows = "p1,Muster,+493023125021,1.00\n".repeat(9999);
    Path path = write(HEADER + rows + "p2,Müller,,\n", StandardCharsets.ISO_8859_1);
    OrderFile file = new OrderFile(path, null, null, null, Map.of(), CONSTANTS);
    assertThatThrownBy(() -> rows(file))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("is not UTF-8");
  }

  @Test
  void namesMissingAndUnknownColumns() throws Exception {
    assertThatThrownBy(() -> rows(file("reference,Telefon,amount\n")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("--map 'Telefon=PATH'")
        .hasMessageContaining("No column fills subject.name.family_name")
        .hasMessageContaining("No column fills contacts.0.value");
    assertThatThrownBy(() -> rows(file(""))).hasMessageContaining("is empty");
    Path path = write(HEADER, StandardCharsets.UTF_8);
    Map<String, String> unknown = Map.of("colour", "red");
    assertThatThrownBy(() -> rows(new OrderFile(path, null, null, null, Map.of(), unknown)))
        .hasMessageContaining("--set colour: no member of an order");
  }

  @Test
  void mapsAndIgnoresColumns() throws Exception {
    Path path =
        write(
            "Kunde,Nachname,Telefon,Betrag,Intern\np1,Muster,+493023125021,1.00,x\n",
            StandardCharsets.UTF_8);
    Map<String, String> mapping =
        Map.of(
            "Kunde", "reference",
            "Nachname", "subject.name.family_name",
            "Telefon", "phone",
            "Betrag", "amount",
            "Intern", "");
    List<ImportRow> rows = rows(new OrderFile(path, null, null, null, mapping, CONSTANTS));
    assertThat(faults(body(rows.getFirst()))).isEmpty();
  }

  @Test
  void namesRowsOfAnotherWidth() throws Exception {
    List<ImportRow> rows = rows(file(HEADER + "p1,Muster\np2,Muster,+493023125021,1.00\n"));
    assertThat(rows.get(0).fault()).isEqualTo(RowFault.of(RowFault.Kind.CELLS, 2, 4));
    assertThat(rows.get(1).fault()).isNull();
  }

  @Test
  void namesLocalFormatsAndOffersACountry() throws Exception {
    String text = "reference;family_name;phone;amount\np1;Muster;030 23125021;1.234,50\n";
    String fault = faults(body(rows(file(text)).getFirst())).orElseThrow();
    assertThat(fault)
        .contains("contacts.0.value \"030 23125021\"")
        .contains("--country DE reads it as +493023125021")
        .contains("--country DE reads it as 1234.50");

    Path path = write(text, StandardCharsets.UTF_8);
    JsonNode body =
        body(rows(new OrderFile(path, null, null, "DE", Map.of(), CONSTANTS)).getFirst());
    assertThat(faults(body)).isEmpty();
    assertThat(body.at("/contacts/0/value").asText()).isEqualTo("+493023125021");
    assertThat(body.at("/context/claim/outstanding/value").asText()).isEqualTo("1234.50");
  }

  @Test
  void readsTheHeadWithoutAMapping() throws Exception {
    FileHead head = file("Kunde; Nachname;\n1;\"A;B\";\n2;C;\n3;D;\n").head(2);
    assertThat(head.columns()).containsExactly("Kunde", "Nachname", "");
    assertThat(head.rows()).containsExactly(List.of("1", "A;B", ""), List.of("2", "C", ""));
    assertThatThrownBy(() -> file("").head(2)).hasMessageContaining("is empty");
  }

  @Test
  void namesTheLineOfARow() throws Exception {
    String rows = "p1,\"a\nb\",1,1\n\n\np2,b,1,1\np3,c\n";
    assertThat(rows(file(HEADER + rows))).extracting(ImportRow::line).containsExactly(2, 6, 7);
  }

  @Test
  void offersTheMembersOfAnOrder() {
    assertThat(OrderFields.paths())
        .contains("subject.reference", "contacts.2.value", "scheduling.max_attempts")
        .doesNotContain("metadata", "contacts.3.value");
    assertThat(OrderFields.paths()).containsAll(OrderFields.required());
    assertThat(OrderFields.required()).contains("order_type", "contacts.0.value").hasSize(8);
  }

  /** A file that is no CSV may have any number of separators in its first line. */
  @ParameterizedTest
  @CsvSource({"200, true", "201, false"})
  void readsTwoHundredColumns(int columns, boolean isRead) throws Exception {
    String header = String.join(",", Collections.nCopies(columns, "x")) + "\n";
    Path path = write("phone" + header.substring(1), StandardCharsets.UTF_8);
    OrderFile orders = new OrderFile(path, null, null, null, Map.of(), CONSTANTS);
    SuppressionFile entries = new SuppressionFile(path, null, null, null);
    if (isRead) {
      assertThat(orders.head(1).columns()).hasSize(columns);
      entries.forEach((number, entry, fault) -> {});
      return;
    }
    List<ThrowingCallable> readers =
        List.of(
            () -> orders.head(1),
            () -> rows(orders),
            () -> entries.forEach((number, entry, fault) -> {}));
    for (ThrowingCallable reader : readers) {
      assertThatThrownBy(reader)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("has 201 columns, but at most 200 are read");
    }
  }

  /** To the parser, a file without line ends or with an open quote is one row. */
  @ParameterizedTest
  @CsvSource({"'', x,", "'', x, ;", "'', 'a,', ','", "'\"', 'a\n',"})
  void readsNoHeaderWithoutEnd(String start, String text, Character delimiter) throws Exception {
    Path path = write(start + text.repeat((1 << 16) + 1), StandardCharsets.UTF_8);
    OrderFile orders = new OrderFile(path, null, delimiter, null, Map.of(), CONSTANTS);
    SuppressionFile entries = new SuppressionFile(path, null, null, null);
    List<ThrowingCallable> readers =
        List.of(
            () -> orders.head(1),
            () -> rows(orders),
            () -> entries.forEach((number, entry, fault) -> {}));
    for (ThrowingCallable reader : readers) {
      assertThatThrownBy(reader)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("has a first line of more than 65536 characters");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n \n"})
  void readsAHeaderOfTheMostCharactersBehindEmptyLines(String start) throws Exception {
    String column = "x".repeat((1 << 16) - start.length() - 2);
    assertThat(file(start + column + ";y\n1;2\n").head(1).columns()).containsExactly(column, "y");
  }

  @Test
  void namesAnOpenQuote() throws Exception {
    assertThatThrownBy(() -> rows(file(HEADER + "p1,\"Muster,+493023125021,1.00\n")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("Row 1");
  }

  @Test
  void convertsNumbersAndTruthValues() throws Exception {
    String text =
        HEADER.strip() + ",max_attempts,context.claim.titled\np1,M,+493023125021,1.00,3,true\n";
    JsonNode body = body(rows(file(text)).getFirst());
    assertThat(faults(body)).isEmpty();
    assertThat(
            body.at("/scheduling/max_attempts").isInt()
                || body.at("/scheduling/max_attempts").isLong())
        .isTrue();
    assertThat(body.at("/context/claim/titled").isBoolean()).isTrue();
  }
}
