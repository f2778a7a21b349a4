package eu.callorders.server.webhook;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.UUID;

/** Sends one delivery at once, or waits for who is sending it already. */
public final class DispatchNow implements Dispatch {
  /** A loop, here or on another node, may have been faster. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private static final int LOOKS = 400;

  private final Vertx vertx;
  private final Database database;
  private final Dispatcher dispatcher;
  private final DeliveryStore deliveries = new DeliveryStore();

  public DispatchNow(Vertx vertx, Database database, Dispatcher dispatcher) {
    this.vertx = vertx;
    this.database = database;
    this.dispatcher = dispatcher;
  }

  @Override
  public Future<Void> now(UUID tenantId, UUID deliveryId) {
    return dispatcher
        .sendNow(tenantId, deliveryId)
        .compose(sent -> sent ? Future.succeededFuture() : ended(tenantId, deliveryId, LOOKS));
  }

  private Future<Void> ended(UUID tenantId, UUID deliveryId, int looks) {
    return database
        .asTenant(tenantId, connection -> deliveries.find(connection, tenantId, deliveryId))
        .compose(
            found ->
                looks == 0 || found.isEmpty() || isTried(found.get())
                    ? Future.succeededFuture()
                    : later().compose(then -> ended(tenantId, deliveryId, looks - 1)));
  }

  private static boolean isTried(Delivery delivery) {
    return delivery.status() != DeliveryStatus.PENDING;
  }

  private Future<Void> later() {
    Promise<Void> then = Promise.promise();
    vertx.setTimer(LOOK.toMillis(), ignored -> then.complete());
    return then.future();
  }
}
