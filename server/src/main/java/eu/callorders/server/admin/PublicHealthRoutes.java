package eu.callorders.server.admin;

import eu.callorders.server.http.Reply;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.http.RouteReplies;
import eu.callorders.server.json.Json;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Supplier;

/**
 * {@code /health/live} and {@code /health/ready} on the API's listener for load balancers; the
 * status only. Probes count for their address but are never refused, since a balancer can share its
 * address with clients.
 */
public final class PublicHealthRoutes implements RouteModule {
  private final Vertx vertx;
  private final Supplier<Future<Boolean>> ready;

  /**
   * @param ready called for each probe, so it must be cheap
   */
  public PublicHealthRoutes(Vertx vertx, Supplier<Future<Boolean>> ready) {
    this.vertx = vertx;
    this.ready = ready;
  }

  @Override
  public boolean limitsByAddress(String path) {
    return !path.startsWith("/health/");
  }

  @Override
  public void mount(Router router) {
    router.get("/health/live").handler(context -> send(context, 200, "live"));
    router.get("/health/ready").handler(this::ready);
  }

  /** The result is shared between event loops, so each replies on its own. */
  private void ready(RoutingContext context) {
    Context loop = vertx.getOrCreateContext();
    ready
        .get()
        .onComplete(
            result ->
                loop.runOnContext(
                    ignored -> {
                      boolean up = result.succeeded() && result.result();
                      send(context, up ? 200 : 503, up ? "ready" : "not_ready");
                    }));
  }

  private static void send(RoutingContext context, int status, String state) {
    RouteReplies.count(context);
    RouteReplies.send(context, Reply.of(status, Json.object().put("status", state)));
  }
}
