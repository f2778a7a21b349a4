package eu.callorders.server.http;

import io.vertx.ext.web.RoutingContext;

/** How a {@link RouteModule} answers as operations do: once, logged, with the same headers. */
public final class RouteAnswer {
  private RouteAnswer() {}

  public static void send(RoutingContext context, Reply reply) {
    RequestContext.of(context).send(reply);
  }

  /** Counts the request in the bucket of its address, and lets it go on in any case. */
  public static void count(RoutingContext context) {
    RequestContext.of(context).count();
  }

  /** Notes that the sender of the request has proven who it is. */
  public static void authenticated(RoutingContext context) {
    RequestContext.of(context).authenticated();
  }

  /**
   * Refuses whoever has not shown who he is, as often as his address may ask; more often than that,
   * with {@code rate_limited}.
   */
  public static void refuseStranger(RoutingContext context, Reply refusal) {
    RequestContext.of(context).refuseStranger(refusal);
  }
}
