package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import io.vertx.core.Future;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RowMapperTest {
  @AutoClose private final TestNode node = new TestNode();

  @Test
  void readsRowsIntoAMap() {
    assertThat(await(map("('+491', 1), ('+492', 2)"))).isEqualTo(Map.of("+491", 1, "+492", 2));
  }

  /** The message reaches logs, which carry no personal data. */
  @Test
  void rejectsTwoRowsWithOneKeyWithoutNamingIt() {
    assertThat(TestNode.failure(map("('+491', 1), ('+491', 1)")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("two rows with one key, of [phone, calls]");
  }

  private Future<Map<String, Integer>> map(String rows) {
    return node.database
        .workers()
        .query("SELECT phone, calls FROM (VALUES %s) AS row (phone, calls)".formatted(rows))
        .execute()
        .map(RowMapper.toMap(row -> row.getString("phone"), row -> row.getInteger("calls")));
  }
}
