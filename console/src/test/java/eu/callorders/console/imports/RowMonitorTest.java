package eu.callorders.console.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.bulk.RowFault.Kind;
import eu.callorders.client.bulk.RowSource;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowMonitorTest {
  private static final int ROWS = 100_000;

  private FaultFormatter formatter;

  @BeforeEach
  void create() {
    Locale.setDefault(Locale.ENGLISH);
    formatter = formatter();
  }

  private static FaultFormatter formatter() {
    Texts texts = Texts.of(ImportView.class);
    return new FaultFormatter(texts, new FieldChoices(texts), ImportJob.of(Path.of("orders.csv")));
  }

  private static ImportRow row(int number) {
    return ImportRow.of(number, number + 1, Json.object());
  }

  private static RowFault refusal(String code) {
    ObjectNode problem = Json.object().put("status", 422).put("code", code);
    return new RowFault(Kind.PREVIEW, List.of(code, ""), problem);
  }

  @Test
  void keepsTheFirstErrorsOfManyAndCountsAll() {
    RowMonitor monitor = new RowMonitor(formatter, () -> {});
    for (int number = 1; number <= ROWS; number++) {
      monitor.checked(row(number), RowFault.of(Kind.SAME_CONTENT, 1));
    }
    assertThat(monitor.tally().errors()).hasSize(1_000);
    assertThat(monitor.tally().errorCount()).isEqualTo(ROWS);
  }

  @Test
  void leavesOutWhatThePreviewHasRefused() throws Exception {
    RowMonitor monitor = new RowMonitor(formatter, () -> {});
    monitor.checked(row(2), refusal("subject_suppressed"));
    RowSource file =
        consumer -> {
          for (int number = 1; number <= 3; number++) {
            consumer.accept(row(number));
          }
        };
    List<ImportRow> sent = new ArrayList<>();
    monitor.run(file).forEach(sent::add);
    assertThat(sent).extracting(row -> row.fault() == null).containsExactly(true, false, true);
    monitor.checked(sent.get(1), RowFault.of(Kind.PREVIEW, "subject_suppressed", ""));
    assertThat(monitor.tally().errorCount()).isEqualTo(1);
  }

  @Test
  void countsRefusalsOfEachRunAnew() {
    RowMonitor monitor = new RowMonitor(formatter, () -> {});
    monitor.checked(row(1), RowFault.of(Kind.CELLS, 1, 2));
    for (int run = 0; run < 2; run++) {
      monitor.run(consumer -> {});
      monitor.sent(row(2), "ord_1");
      monitor.refused(row(3), refusal("order_type_not_active"));
    }
    ImportTally tally = monitor.tally();
    assertThat(tally.accepted()).isEqualTo(1);
    assertThat(tally.refused()).isEqualTo(1);
    assertThat(tally.errors()).extracting(RowError::row).containsExactly(1, 3);
  }

  @ParameterizedTest
  @EnumSource
  void namesEachFault(Kind kind) {
    for (Locale language : List.of(Locale.ENGLISH, Locale.GERMAN)) {
      Locale.setDefault(language);
      String text = formatter().text(row(1), RowFault.of(kind, 7, 8));
      assertThat(text).isNotBlank().doesNotContain("{", "fault.");
    }
    Locale.setDefault(Locale.ENGLISH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"subject.reference", "reference", "Reference", "Person (reference)"})
  void guessesTheMemberOfAColumn(String column) {
    assertThat(new FieldChoices(Texts.of(ImportView.class)).guess(column, List.of()))
        .isEqualTo("subject.reference");
  }
}
