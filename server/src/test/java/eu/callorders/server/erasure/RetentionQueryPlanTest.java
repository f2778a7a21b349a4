package eu.callorders.server.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RetentionQueryPlanTest {
  private static final Vertx VERTX = Vertx.vertx();

  private static TestDatabase testDatabase;
  private static Database database;

  @BeforeAll
  static void open() {
    testDatabase = TestDatabase.create();
    database = Database.open(VERTX, ConnectOptions.to(testDatabase.service()), 1);
  }

  @AfterAll
  static void close() {
    VERTX.close().await();
    testDatabase.close();
  }

  @Test
  void findsExpiredOrdersByTheirEnd() {
    assertThat(plan(RetentionCleaner.EXPIRED_ORDERS))
        .contains("call_order_to_redact")
        .contains("ended_at <=");
  }

  @Test
  void findsExpiredAttemptsOfGoneOrdersByTheirEnd() {
    assertThat(plan(RetentionCleaner.EXPIRED_ATTEMPTS))
        .contains("call_attempt_of_gone_orders")
        .contains("(COALESCE(ended_at, intended_at) <=")
        .contains("call_attempt_number_unique");
  }

  @Test
  void findsExpiredTranscriptsByTheirExpiry() {
    assertThat(plan(RetentionCleaner.EXPIRED_TRANSCRIPTS))
        .contains("transcript_expiring")
        .contains("expires_at <=")
        .contains("call_attempt_pkey");
  }

  private static String plan(String statement) {
    List<Row> lines =
        database
            .asWorker(
                connection ->
                    connection
                        .preparedQuery("EXPLAIN (COSTS OFF) " + statement)
                        .execute(Tuple.tuple().addInteger(50).addArrayOfUUID(new UUID[0]))
                        .map(rows -> rows.stream().toList()))
            .await();
    return lines.stream().map(row -> row.getString(0)).collect(Collectors.joining("\n"));
  }
}
