package eu.callorders.server.admin;

import eu.callorders.server.http.RouteModule;
import io.vertx.ext.web.Router;

/** {@code /metrics} for Prometheus, without a token. */
public final class MetricsRoutes implements RouteModule {
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final Metrics metrics;

  public MetricsRoutes(Metrics metrics) {
    this.metrics = metrics;
  }

  /** Monitoring is not limited by address. */
  @Override
  public boolean limitsByAddress(String path) {
    return !path.equals("/metrics");
  }

  @Override
  public void mount(Router router) {
    router
        .get("/metrics")
        .handler(
            context -> context.response().putHeader("Content-Type", TEXT).end(metrics.scrape()));
  }
}
