package eu.callorders.server.database;

import eu.callorders.server.concurrent.ProcessExit;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a batch that has failed is tried again as it is, or item by item. While the
 * database cannot be used, no item is at fault; but a failure that looks so and comes back five
 * times while the database answers others is taken for one of the batch.
 */
public final class BatchRetries {
  private static final int LIMIT = 5;

  /** Few levels: each of them may cost the statement time-out. */
  private static final int PARTS = 8;

  private int failures;

  /** Whether the whole batch is to be tried again later. */
  public boolean isPassing(Throwable failure) {
    ProcessExit.haltIfOutOfMemory(failure);
    if (!DatabaseFailures.isOfDatabase(failure)) {
      return false;
    }
    if (failure instanceof DatabaseUnavailableException) {
      return true;
    }
    failures++;
    return failures < LIMIT;
  }

  /** The parts of a batch that are tried next, in its order. */
  public static <T> List<List<T>> parts(List<T> batch) {
    int size = (batch.size() + PARTS - 1) / PARTS;
    List<List<T>> parts = new ArrayList<>();
    for (int start = 0; start < batch.size(); start += size) {
      parts.add(batch.subList(start, Math.min(start + size, batch.size())));
    }
    return parts;
  }

  /** A batch has succeeded, or its items have been worked on one by one. */
  public void succeeded() {
    failures = 0;
  }
}
