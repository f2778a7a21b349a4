package eu.callorders.server.maintenance;

import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.idempotency.IdempotencyStore;
import eu.callorders.server.order.GoneOrderKeyStore;
import eu.callorders.server.predial.QuestionStore;
import eu.callorders.server.signal.SignalStore;
import eu.callorders.server.statistics.HourlyCountStore;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.replay.ReplayStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/**
 * Deletes rows by their age in real time, in short transactions. Blocks a virtual thread. Several
 * nodes may run it concurrently.
 */
public final class ExpiredRowCleaner {
  /** For clock differences, and because a partition is dropped only after its whole day. */
  private static final Duration SLACK = Duration.ofDays(1);

  /** Small, so that no transaction holds back the feed for long. */
  private static final int BATCH = 1_000;

  private final Database database;

  public ExpiredRowCleaner(Database database) {
    this.database = database;
  }

  /** Deletes expired idempotency records. */
  public void deleteIdempotencyRecords(Instant now) {
    purge(connection -> IdempotencyStore.purge(connection, now, BATCH));
  }

  /**
   * Deletes expired keys of signals and gone orders, expired contacts of erased subjects, and what
   * is left of questions about orders.
   */
  public void deleteKeys(Instant now) {
    purge(connection -> SignalStore.purgeKeys(connection, now, BATCH));
    purge(connection -> GoneOrderKeyStore.purge(connection, BATCH));
    purge(connection -> ErasedContactStore.deleteExpired(connection, now, BATCH));
    purge(connection -> QuestionStore.purge(connection, now, BATCH));
  }

  /**
   * Deletes queue rows without a delivery in the log, retired secrets, replays that ended long ago,
   * endpoints deleted before the oldest delivery of the log, and counts of older deliveries.
   */
  public void deleteWebhookRows(Instant now) {
    Instant expired = now.minus(Delivery.RETENTION);
    purge(connection -> DeliveryStore.purgeQueue(connection, expired.minus(SLACK), BATCH));
    for (EndpointSecrets.Kind kind : EndpointSecrets.Kind.values()) {
      purge(connection -> EndpointSecrets.purge(connection, kind, now.minus(SLACK), BATCH));
    }
    purge(connection -> ReplayStore.purge(connection, expired, BATCH));
    purge(connection -> EndpointStore.purge(connection, expired.minus(SLACK), BATCH));
    purge(connection -> HourlyCountStore.purgeDeliveries(connection, expired, BATCH));
  }

  void deleteFailedWork() {
    purge(connection -> FailedWork.purge(connection, BATCH));
  }

  private void purge(Function<SqlConnection, Future<Integer>> batch) {
    int deleted;
    do {
      deleted = database.inWorker(connection -> BoundedWait.await(batch.apply(connection)));
    } while (deleted == BATCH);
  }
}
