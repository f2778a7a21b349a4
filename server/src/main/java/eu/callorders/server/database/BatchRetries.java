package eu.callorders.server.database;

import eu.callorders.server.concurrent.ProcessExit;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a failed batch is retried as a whole or split. An outage of the database is no
 * fault of an item, but a failure that looks like one and repeats five times while the database
 * works is attributed to the batch.
 */
public final class BatchRetries {
  private static final int LIMIT = 5;

  /** Large, hence few levels: each level may cost a statement timeout. */
  private static final int PARTS = 8;

  private int failures;

  /** Whether to retry the whole batch later. */
  public boolean shouldRetryBatch(Throwable failure) {
    ProcessExit.haltIfOutOfMemory(failure);
    if (!DatabaseFailures.isOutage(failure)) {
      return false;
    }
    if (failure instanceof DatabaseUnavailableException) {
      return true;
    }
    failures++;
    return failures < LIMIT;
  }

  /** Splits a batch in order. */
  public static <T> List<List<T>> split(List<T> batch) {
    int size = (batch.size() + PARTS - 1) / PARTS;
    List<List<T>> parts = new ArrayList<>();
    for (int start = 0; start < batch.size(); start += size) {
      parts.add(batch.subList(start, Math.min(start + size, batch.size())));
    }
    return parts;
  }

  /** The batch succeeded, or its items were processed one by one. */
  public void reset() {
    failures = 0;
  }
}
