package eu.callorders.client.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.client.bulk.RowTable.RowState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RowTableTest {
  private static final int ROWS = 100_000;

  private final RowTable table = new RowTable();

  @Test
  void findsEachOfManyRows() {
    for (int row = 1; row <= ROWS; row++) {
      table.add(row, RowHash.of("content " + row), row % 2 == 0 ? row : 0);
    }
    for (int row = 1; row <= ROWS; row++) {
      assertThat(table.byContent(RowHash.of("content " + row))).isEqualTo(row - 1);
      assertThat(table.byRow(row)).isEqualTo(row - 1);
    }
    assertThat(table.byReference(ROWS)).isEqualTo(ROWS - 1);
    assertThat(table.byReference(ROWS - 1)).isEqualTo(RowTable.NONE);
    assertThat(table.byContent(RowHash.of("other"))).isEqualTo(RowTable.NONE);
    assertThat(table.byRow(ROWS + 1)).isEqualTo(RowTable.NONE);
  }

  @Test
  void keepsTheStateOfARow() {
    int entry = table.add(7, RowHash.of("a"), 0);
    Instant at = Instant.parse("2096-11-20T09:00:00Z");
    assertThat(table.state(entry)).isEqualTo(RowState.NEW);
    table.sent(entry, at, 3);
    assertThat(table.sentAt(entry)).isEqualTo(at);
    assertThat(table.state(entry)).isEqualTo(RowState.SENT);
    table.refused(entry);
    assertThat(table.state(entry)).isEqualTo(RowState.REFUSED);
    assertThat(table.refusals(entry)).isEqualTo(4);
    table.done(entry);
    assertThat(table.state(entry)).isEqualTo(RowState.DONE);
  }
}
