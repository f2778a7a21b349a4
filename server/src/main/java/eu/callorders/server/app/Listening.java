package eu.callorders.server.app;

import eu.callorders.server.http.ApiVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * A listener that is open.
 *
 * @param port the one that all its instances share
 */
record Listening(Vertx vertx, String deployment, int port) implements AutoCloseable {

  /** Opens a listener with so many instances, each on an event loop of its own. */
  static Listening open(Vertx vertx, int instances, Supplier<ApiVerticle> instance) {
    Queue<ApiVerticle> made = new ConcurrentLinkedQueue<>();
    String deployment =
        vertx
            .deployVerticle(
                () -> {
                  ApiVerticle verticle = instance.get();
                  made.add(verticle);
                  return verticle;
                },
                new DeploymentOptions().setInstances(instances))
            .await();
    return new Listening(vertx, deployment, made.remove().port());
  }

  @Override
  public void close() {
    vertx.undeploy(deployment).await();
  }
}
