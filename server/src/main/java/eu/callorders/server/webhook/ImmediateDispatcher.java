package eu.callorders.server.webhook;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.UUID;

/**
 * Sends one delivery at once, or waits for the attempt that is under way already. No connection to
 * the database is held while it waits.
 */
public final class ImmediateDispatcher implements ImmediateDispatch {
  /** Longer than an attempt and its record take. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final Vertx vertx;
  private final Database database;
  private final Dispatcher dispatcher;
  private final OutcomeWriter ends;
  private final Duration longestWait;
  private final DeliveryStore deliveries = new DeliveryStore();

  /**
   * @param ends reports the attempts of this node
   */
  public ImmediateDispatcher(
      Vertx vertx, Database database, Dispatcher dispatcher, OutcomeWriter ends) {
    this(vertx, database, dispatcher, ends, LONGEST_WAIT);
  }

  ImmediateDispatcher(
      Vertx vertx,
      Database database,
      Dispatcher dispatcher,
      OutcomeWriter ends,
      Duration longestWait) {
    this.vertx = vertx;
    this.database = database;
    this.dispatcher = dispatcher;
    this.ends = ends;
    this.longestWait = longestWait;
  }

  /** An attempt of another node is seen at the end of the wait only. */
  @Override
  public Future<Void> now(UUID tenantId, UUID deliveryId) {
    Promise<Void> over = Promise.promise();
    // Before the first look, so that no end comes between the look and the wait.
    Runnable stop = ends.onWritten(deliveryId, over::tryComplete);
    long timer = vertx.setTimer(longestWait.toMillis(), ignored -> over.tryComplete());
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
        .asTenant(tenantId, connection -> deliveries.find(connection, tenantId, deliveryId))
        .map(found -> found.isEmpty() || found.get().status() != DeliveryStatus.PENDING);
  }
}
