package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.http.ApiVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * A listener that is open.
 *
 * @param port the one that all its instances share
 */
record Listening(Vertx vertx, String deployment, int port) implements AutoCloseable {
  /** A little longer than running requests may take. */
  private static final Duration CLOSING = Duration.ofSeconds(9);

  /** Opens a listener with so many instances, each on an event loop of its own. */
  static Listening open(Vertx vertx, int instances, Supplier<ApiVerticle> instance) {
    Queue<ApiVerticle> made = new ConcurrentLinkedQueue<>();
    String deployment =
        BoundedWait.await(
            vertx.deployVerticle(
                () -> {
                  ApiVerticle verticle = instance.get();
                  made.add(verticle);
                  return verticle;
                },
                new DeploymentOptions().setInstances(instances)));
    return new Listening(vertx, deployment, made.remove().port());
  }

  @Override
  public void close() {
    BoundedWait.await(vertx.undeploy(deployment), CLOSING);
  }
}
