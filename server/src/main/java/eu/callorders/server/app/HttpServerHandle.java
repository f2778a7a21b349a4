package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.http.ApiVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * A listener that is open.
 *
 * @param port the one that all its instances share
 */
record HttpServerHandle(Vertx vertx, String deployment, int port) implements AutoCloseable {
  /** A little longer than running requests may take. */
  private static final Duration CLOSING = Duration.ofSeconds(9);

  /**
   * Opens a listener with so many instances, each on an event loop of its own.
   *
   * @param key the setting of its port
   */
  static HttpServerHandle open(
      Vertx vertx,
      ConfigKey key,
      Config.Listener place,
      int instances,
      Supplier<ApiVerticle> instance) {
    Queue<ApiVerticle> made = new ConcurrentLinkedQueue<>();
    String deployment =
        await(
            vertx.deployVerticle(
                () -> {
                  ApiVerticle verticle = instance.get();
                  made.add(verticle);
                  return verticle;
                },
                new DeploymentOptions().setInstances(instances)),
            key.variable(),
            place);
    return new HttpServerHandle(vertx, deployment, made.remove().port());
  }

  /**
   * Waits until a listener is open.
   *
   * @param setting that of its port, named when the port cannot be had
   */
  static <T> T await(Future<T> opening, String setting, Config.Listener place) {
    try {
      return BoundedWait.await(opening);
    } catch (Exception e) { // an IOException, undeclared
      if (e instanceof IOException) {
        throw new InvalidConfigException(
            List.of(
                "%s: cannot listen on port %d of %s: %s"
                    .formatted(setting, place.port(), place.host(), e.getMessage())));
      }
      throw e;
    }
  }

  @Override
  public void close() {
    BoundedWait.await(vertx.undeploy(deployment), CLOSING);
  }
}
