package eu.callorders.server.database;

import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes claimed items, one batch per transaction. Splits a failing batch until the item at
 * fault is alone, stores that one in {@code failed_work} and parks it for an hour or until the node
 * restarts.
 */
public final class BatchWorker {
  private static final Logger LOG = LoggerFactory.getLogger(BatchWorker.class);
  private static final int MAX_LOCK_FAILURES = 10;
  private static final Duration PARK_TIME = Duration.ofHours(1);

  private final Database database;
  private final String kind;
  private final SingleClaim singleClaim;
  private final BatchRetries retries = new BatchRetries();
  private final FailedItems failedItems;

  /**
   * @param kind of item, in the singular
   */
  public BatchWorker(Database database, String kind, SingleClaim one) {
    this.database = database;
    this.kind = kind;
    this.singleClaim = one;
    this.failedItems = new FailedItems(database, kind, BatchWorker::maxFailures, PARK_TIME);
  }

  /** A lock failure is retried, as no transaction holds a lock for longer than a minute. */
  private static int maxFailures(Throwable failure) {
    return DatabaseFailures.isLockFailure(failure) ? MAX_LOCK_FAILURES : 1;
  }

  /** Selects and claims items, except parked ones. */
  public interface Claim {
    List<UUID> claimNext(SqlConnection connection, UUID[] parked);
  }

  /** Claims one item; false when another transaction holds its lock. */
  public interface SingleClaim {
    boolean claim(SqlConnection connection, UUID id);
  }

  public interface BatchHandler<T> {
    T handle(SqlConnection connection, List<UUID> claimed);
  }

  /**
   * Processes one batch.
   *
   * @return empty when nothing was claimed; several results when the batch was split
   */
  public <T> List<T> run(Claim claim, BatchHandler<T> work) {
    List<UUID> claimed = new ArrayList<>();
    try {
      List<T> results =
          database
              .inWorker(
                  connection -> {
                    claimed.addAll(claim.claimNext(connection, failedItems.parked()));
                    return claimed.isEmpty()
                        ? Optional.<T>empty()
                        : Optional.of(work.handle(connection, claimed));
                  })
              .stream()
              .toList();
      retries.reset();
      failedItems.recordSuccess(claimed);
      return results;
    } catch (Exception failure) {
      if (claimed.isEmpty() || retries.shouldRetryBatch(failure)) {
        throw failure;
      }
      LOG.warn("batch of {} {} failed, splitting it", claimed.size(), kind, failure);
      List<T> results = runSplit(claimed, work, failure);
      retries.reset();
      return results;
    }
  }

  private <T> List<T> runSplit(List<UUID> batch, BatchHandler<T> work, Exception failure) {
    if (batch.size() == 1) {
      failedItems.recordFailure(batch.getFirst(), failure);
      return List.of();
    }
    List<T> results = new ArrayList<>();
    for (List<UUID> part : BatchRetries.split(batch)) {
      try {
        results.addAll(runPart(part, work));
      } catch (Exception outage) {
        if (results.isEmpty()) {
          throw outage;
        }
        LOG.warn("rest of a batch of {} postponed", kind, outage);
        return results; // the caller places their calls
      }
    }
    return results;
  }

  private <T> List<T> runPart(List<UUID> batch, BatchHandler<T> work) {
    try {
      List<T> results =
          database
              .inWorker(
                  connection -> {
                    List<UUID> claimed =
                        batch.stream().filter(id -> singleClaim.claim(connection, id)).toList();
                    return claimed.isEmpty()
                        ? Optional.<T>empty()
                        : Optional.of(work.handle(connection, claimed));
                  })
              .stream()
              .toList();
      failedItems.recordSuccess(batch);
      return results;
    } catch (Exception again) {
      if (retries.shouldRetryBatch(again)) {
        throw again;
      }
      return runSplit(batch, work, again);
    }
  }
}
