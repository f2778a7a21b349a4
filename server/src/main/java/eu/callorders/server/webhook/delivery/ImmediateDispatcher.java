package eu.callorders.server.webhook.delivery;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.UUID;

/** Sends a delivery at once, or awaits the running attempt without a database connection. */
public final class ImmediateDispatcher {
  /** Longer than an attempt and the write of its outcome take. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final Vertx vertx;
  private final Database database;
  private final Dispatcher dispatcher;
  private final OutcomeWriter outcomes;
  private final Duration timeout;

  /**
   * @param outcomes reports the attempts of this node
   */
  public ImmediateDispatcher(
      Vertx vertx, Database database, Dispatcher dispatcher, OutcomeWriter outcomes) {
    this(vertx, database, dispatcher, outcomes, LONGEST_WAIT);
  }

  ImmediateDispatcher(
      Vertx vertx,
      Database database,
      Dispatcher dispatcher,
      OutcomeWriter outcomes,
      Duration timeout) {
    this.vertx = vertx;
    this.database = database;
    this.dispatcher = dispatcher;
    this.outcomes = outcomes;
    this.timeout = timeout;
  }

  /**
   * Makes the next attempt of a committed delivery, even before it is due.
   *
   * @return completes when the outcome, of whatever kind, is stored, even if another request makes
   *     the attempt; or after a timeout, also for the attempt of another node
   */
  public Future<Void> sendNow(UUID tenantId, UUID deliveryId) {
    Promise<Void> over = Promise.promise();
    // Registered before the first check, so that no outcome is missed in between.
    Runnable stop = outcomes.onWritten(deliveryId, over::tryComplete);
    long timer = vertx.setTimer(timeout.toMillis(), ignored -> over.tryComplete());
    dispatcher
        .sendNow(tenantId, deliveryId)
        .compose(sent -> sent ? Future.succeededFuture(true) : isOver(tenantId, deliveryId))
        .onSuccess(
            ended -> {
              if (ended) {
                over.tryComplete();
              }
            })
        .onFailure(over::tryFail);
    return over.future()
        .onComplete(
            ended -> {
              vertx.cancelTimer(timer);
              stop.run();
            });
  }

  private Future<Boolean> isOver(UUID tenantId, UUID deliveryId) {
    return database
        .asTenant(tenantId, connection -> DeliveryStore.find(connection, tenantId, deliveryId))
        .map(found -> found.isEmpty() || found.get().status() != DeliveryStatus.PENDING);
  }
}
