package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class BatchRetriesTest {
  private static final String NOT_NULL = "23502";

  private final BatchRetries retries = new BatchRetries();

  @Test
  void retriesBatchWhileTheEraIsNotSettled() {
    assertThat(retries.shouldRetryBatch(missing("xid"))).isTrue();
    assertThat(retries.shouldRetryBatch(new CompletionException(missing("xid")))).isTrue();
  }

  @Test
  void splitsBatchThatLacksAnotherValue() {
    assertThat(retries.shouldRetryBatch(missing("envelope"))).isFalse();
  }

  /** The statement that failed first may be reported after one that it made fail. */
  @Test
  void splitsBatchWhoseTransactionHasFailed() {
    var afterFailure = new PgException("current transaction is aborted", "ERROR", "25P02", null);

    assertThat(retries.shouldRetryBatch(afterFailure)).isFalse();
  }

  @Test
  void splitsBatchThatFailsFiveTimes() {
    for (int failure = 1; failure < 5; failure++) {
      assertThat(retries.shouldRetryBatch(missing("xid"))).isTrue();
    }

    assertThat(retries.shouldRetryBatch(missing("xid"))).isFalse();
  }

  private static PgException missing(String column) {
    return new PgException(
        "null value in column " + column + " of relation event",
        "ERROR",
        NOT_NULL,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        "public",
        "event",
        column,
        null,
        null);
  }
}
