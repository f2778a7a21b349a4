package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.event.EventsView;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  private static String cell(String value) {
    return Csv.row(List.of(Column.of("a", "A", 1, row -> row)), value);
  }

  @Test
  void writesRfc4180LinesWithByteOrderMark() {
    List<Column<String>> columns =
        List.of(
            Column.of("a", "Größe", 1, row -> row), Column.of("b", "B \"b\"", 1, row -> row + "!"));
    assertThat(Csv.header(columns)).isEqualTo("\uFEFF\"Größe\",\"B \"\"b\"\"\"\r\n");
    assertThat(Csv.row(columns, "x")).isEqualTo("\"x\",\"x!\"\r\n");
  }

  @Test
  void quotesAllCells() {
    assertThat(cell("a, \"b\"\r\nc; d")).isEqualTo("\"a, \"\"b\"\"\r\nc; d\"\r\n");
    assertThat(cell("")).isEqualTo("\"\"\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=cmd|' /C calc'!A0",
        "=1+1",
        "@SUM(A1)",
        "+1+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!A0",
        "\t=1",
        "\r=1",
        "\n=1",
        "+A1"
      })
  void marksFormulasAsText(String formula) {
    assertThat(cell(formula)).isEqualTo("\"'" + formula + "\"\r\n");
  }

  @ParameterizedTest
  @CsvSource({"+49 30 23125021", "+493023125021", "+49…5021", "-7", "-", "a=b", "ord_1", "'3 = 4'"})
  void leavesNumbersAndTextUnchanged(String value) {
    assertThat(cell(value)).isEqualTo("\"" + value + "\"\r\n");
  }

  @Test
  void exportsTimesWithUtcOffset() {
    Texts texts = Texts.of(EventsView.class, Locale.ENGLISH);
    Column<String> column = new Columns<String>(texts).time("occurred_at", timestamp -> timestamp);
    String line = Csv.row(List.of(column), "2026-11-22T06:00:00.500Z");
    String written = line.substring(1, line.length() - "\"\r\n".length());
    assertThat(OffsetDateTime.parse(written).toInstant())
        .isEqualTo(Instant.parse("2026-11-22T06:00:00.500Z"));
    assertThat(column.value().apply("2026-11-22T06:00:00.500Z").getValue()).isNotEqualTo(written);
    assertThat(Csv.row(List.of(column), "")).isEqualTo("\"\"\r\n");
  }

  @Test
  void keepsAValueBetweenTabsInOneLineAndAsText() {
    assertThat(Csv.tabbed("a\tb\r\nc")).isEqualTo("a b c");
    assertThat(Csv.tabbed("=1+1")).isEqualTo("'=1+1");
    assertThat(Csv.tabbed("+49…5021")).isEqualTo("+49…5021");
  }
}
