package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.InvalidConfigException;
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
 * An open listener.
 *
 * @param port shared by all its instances
 */
public record HttpServerHandle(Vertx vertx, String deployment, int port) implements AutoCloseable {
  /** Slightly longer than the request timeout. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(9);

  /**
   * Opens a listener, each instance on its own event loop.
   *
   * @param key the setting of its port
   */
  static HttpServerHandle open(
      Vertx vertx,
      ConfigKey key,
      Config.Listener listener,
      int instances,
      Supplier<ApiVerticle> instance) {
    Queue<ApiVerticle> deployed = new ConcurrentLinkedQueue<>();
    String deployment =
        await(
            vertx.deployVerticle(
                () -> {
                  ApiVerticle verticle = instance.get();
                  deployed.add(verticle);
                  return verticle;
                },
                new DeploymentOptions().setInstances(instances)),
            key.variable(),
            listener);
    return new HttpServerHandle(vertx, deployment, deployed.remove().port());
  }

  /**
   * Waits until a listener is open.
   *
   * @param setting the name of the port's setting, for the error message
   */
  public static <T> T await(Future<T> opening, String setting, Config.Listener listener) {
    try {
      return BoundedWait.await(opening);
    } catch (Exception e) { // an IOException, undeclared
      if (e instanceof IOException) {
        throw new InvalidConfigException(
            List.of(
                "%s: cannot listen on port %d of %s: %s"
                    .formatted(setting, listener.port(), listener.host(), e.getMessage())));
      }
      throw e;
    }
  }

  @Override
  public void close() {
    BoundedWait.await(vertx.undeploy(deployment), CLOSE_TIMEOUT);
  }
}
