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
 * Works on claimed things, a batch to a transaction. A batch that fails is divided until the item
 * at fault is alone: one that cannot be worked on must not stop all the others. That one is kept in
 * {@code failed_work} and left aside for an hour, or until the node starts again.
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
   * @param kind what is claimed, in the singular
   */
  public BatchWorker(Database database, String kind, SingleClaim one) {
    this.database = database;
    this.kind = kind;
    this.one = one;
    this.failed = new FailedItems(database, kind, BatchWorker::tries, ASIDE);
  }

  /** No transaction holds a lock for longer than a minute. */
  private static int tries(Throwable failure) {
    return DatabaseFailures.isOfLocks(failure) ? MAX_LOCK_FAILURES : 1;
  }

  /** Finds and claims, but none of those left aside. */
  public interface Claim {
    List<UUID> found(SqlConnection connection, UUID[] aside);
  }

  /** Claims one, whatever it waits for; false when somebody else has its lock. */
  public interface SingleClaim {
    boolean claim(SqlConnection connection, UUID id);
  }

  /** Works on what is claimed. */
  public interface BatchHandler<T> {
    T on(SqlConnection connection, List<UUID> claimed);
  }

  /**
   * Works on one batch.
   *
   * @return what came of it: nothing when there was nothing to claim, several when the batch had to
   *     be divided
   */
  public <T> List<T> run(Claim claim, BatchHandler<T> work) {
    List<UUID> claimed = new ArrayList<>();
    try {
      List<T> done =
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
      return done;
    } catch (Exception together) {
      if (claimed.isEmpty() || retries.isPassing(together)) {
        throw together;
      }
      LOG.warn("{} of kind {} could not be worked on together", claimed.size(), kind, together);
      List<T> done = divided(claimed, work, together);
      retries.succeeded();
      return done;
    }
  }

  private <T> List<T> divided(List<UUID> batch, BatchHandler<T> work, Exception failure) {
    if (batch.size() == 1) {
      failed.failed(batch.getFirst(), failure);
      return List.of();
    }
    List<T> done = new ArrayList<>();
    for (List<UUID> part : BatchRetries.parts(batch)) {
      try {
        done.addAll(part(part, work));
      } catch (Exception outage) {
        if (done.isEmpty()) {
          throw outage;
        }
        LOG.warn("the rest of a batch of kind {} is left for later", kind, outage);
        return done; // its calls are to be placed
      }
    }
    return done;
  }

  private <T> List<T> part(List<UUID> batch, BatchHandler<T> work) {
    try {
      List<T> done =
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
      return done;
    } catch (Exception again) {
      if (retries.isPassing(again)) {
        throw again;
      }
      return divided(batch, work, again);
    }
  }
}
