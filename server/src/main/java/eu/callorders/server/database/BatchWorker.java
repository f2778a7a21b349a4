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
  private static final Duration ASIDE = Duration.ofHours(1);

  private final Database database;
  private final String kind;
  private final SingleClaim one;
  private final BatchRetries retries = new BatchRetries();
  private final FailedItems failed;

  /**
   * @param kind of item, in the singular
   */
  public BatchWorker(Database database, String kind, SingleClaim one) {
    this.database = database;
    this.kind = kind;
    this.one = one;
    this.failed = new FailedItems(database, kind, BatchWorker::tries, ASIDE);
  }

  /** A lock failure is retried, as no transaction holds a lock for longer than a minute. */
  private static int tries(Throwable failure) {
    return DatabaseFailures.isOfLocks(failure) ? MAX_LOCK_FAILURES : 1;
  }

  /** Selects and claims items, except parked ones. */
  public interface Claim {
    List<UUID> found(SqlConnection connection, UUID[] parked);
  }

  /** Claims one item; false when another transaction holds its lock. */
  public interface SingleClaim {
    boolean claim(SqlConnection connection, UUID id);
  }

  public interface BatchHandler<T> {
    T on(SqlConnection connection, List<UUID> claimed);
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
                    claimed.addAll(claim.found(connection, failed.aside()));
                    return claimed.isEmpty()
                        ? Optional.<T>empty()
                        : Optional.of(work.on(connection, claimed));
                  })
              .stream()
              .toList();
      retries.succeeded();
      failed.succeeded(claimed);
      return results;
    } catch (Exception failure) {
      if (claimed.isEmpty() || retries.isPassing(failure)) {
        throw failure;
      }
      LOG.warn("batch of {} {} failed, splitting it", claimed.size(), kind, failure);
      List<T> results = divided(claimed, work, failure);
      retries.succeeded();
      return results;
    }
  }

  private <T> List<T> divided(List<UUID> batch, BatchHandler<T> work, Exception failure) {
    if (batch.size() == 1) {
      failed.failed(batch.getFirst(), failure);
      return List.of();
    }
    List<T> results = new ArrayList<>();
    for (List<UUID> part : BatchRetries.parts(batch)) {
      try {
        results.addAll(part(part, work));
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

  private <T> List<T> part(List<UUID> batch, BatchHandler<T> work) {
    try {
      List<T> results =
          database
              .inWorker(
                  connection -> {
                    List<UUID> claimed =
                        batch.stream().filter(id -> one.claim(connection, id)).toList();
                    return claimed.isEmpty()
                        ? Optional.<T>empty()
                        : Optional.of(work.on(connection, claimed));
                  })
              .stream()
              .toList();
      failed.succeeded(batch);
      return results;
    } catch (Exception again) {
      if (retries.isPassing(again)) {
        throw again;
      }
      return divided(batch, work, again);
    }
  }
}
