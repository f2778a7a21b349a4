package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableUseTest {
  @Test
  void findsTablesInStatements() {
    String source =
        """
        String a = "UPDATE call_order o SET held = true FROM enrollment e WHERE now() = '-'";
        String b = "DELETE FROM signal s USING tenant t";
        String c = "INSERT INTO event SELECT * FROM ONLY signal_key JOIN era ON true";
        // UPDATE sequence
        """;

    assertThat(TableUse.WRITE.tablesIn(source)).containsExactly("call_order", "event", "signal");
    assertThat(TableUse.READ.tablesIn(source))
        .containsExactly("enrollment", "era", "signal_key", "tenant");
  }
}
