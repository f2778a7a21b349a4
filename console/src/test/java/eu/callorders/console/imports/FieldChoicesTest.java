package eu.callorders.console.imports;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.client.files.OrderFields;
import eu.callorders.console.ui.Texts;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldChoicesTest {
  private final FieldChoices fields = new FieldChoices(Texts.of(ImportView.class));

  @ParameterizedTest
  @CsvSource({
    "Kundennummer, subject.reference",
    "KUNDEN-NR., subject.reference",
    "Vorname, subject.name.given_name",
    "first name, subject.name.given_name",
    "Nachname, subject.name.family_name",
    "Geb.-Datum, subject.date_of_birth",
    "Straße, subject.address.street",
    "Strasse, subject.address.street",
    "PLZ, subject.address.postal_code",
    "Tel., contacts.0.value",
    "Offener Betrag, context.claim.outstanding.value",
    "Waehrung, context.claim.outstanding.currency",
    "Fälligkeit, context.claim.due_date",
    "Invoice No., context.claim.reference.invoice_number",
    "Name, ''",
    "Bemerkung, ''",
    "Rechnungsbetrag, ''"
  })
  void knowsTheUsualNamesOfColumns(String column, String path) {
    assertThat(fields.guess(column, List.of())).isEqualTo(path);
  }

  @Test
  void fillsEachFieldFromOneColumn() {
    ImportJob job =
        ImportJob.of(Path.of("orders.csv"))
            .withColumn("Handy", "")
            .withColumn("Saldo", "context.claim.outstanding.value")
            .withColumns(
                List.of("Mobil", "Telefon", "Handy", "Festnetz", "Rufnummer", "Betrag", "Saldo"),
                fields);

    assertThat(job.mapping())
        .containsEntry("Mobil", "contacts.0.value")
        .containsEntry("Telefon", "contacts.1.value")
        .containsEntry("Handy", "")
        .containsEntry("Festnetz", "contacts.2.value")
        .containsEntry("Rufnummer", "")
        .containsEntry("Betrag", "")
        .containsEntry("Saldo", "context.claim.outstanding.value");
  }

  @Test
  void usualNamesAreThoseOfFields() throws Exception {
    Properties headers = new Properties();
    try (Reader file =
        new InputStreamReader(
            UsualHeaders.class.getResourceAsStream("usual-headers.properties"),
            StandardCharsets.UTF_8)) {
      headers.load(file);
    }
    assertThat(OrderFields.paths()).containsAll(headers.stringPropertyNames());
    assertThat(
            headers.values().stream()
                .flatMap(names -> Arrays.stream(names.toString().split("\\|"))))
        .allSatisfy(name -> assertThat(fields.guess(name, List.of())).isNotEmpty())
        .doesNotHaveDuplicates();
  }
}
