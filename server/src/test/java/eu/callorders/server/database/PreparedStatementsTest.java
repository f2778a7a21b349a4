package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PreparedStatementsTest {
  private static final String LONG_STATEMENT = "SELECT " + "1 + ".repeat(2_000) + "1 AS sum";

  @AutoClose private static final TestNode node = new TestNode();

  @Test
  void longStatementsArePreparedOnce() {
    long executions =
        TestNode.await(
            node.database.asWorker(
                connection ->
                    connection
                        .preparedQuery(LONG_STATEMENT)
                        .execute()
                        .compose(first -> connection.preparedQuery(LONG_STATEMENT).execute())
                        .compose(
                            second ->
                                connection
                                    .query(
                                        "SELECT generic_plans FROM pg_prepared_statements"
                                            + " WHERE length(statement) > 2048")
                                    .execute())
                        .map(rows -> rows.iterator().next().getLong(0))));

    assertThat(executions).isEqualTo(2);
  }
}
