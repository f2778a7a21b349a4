package eu.callorders.server.http;

import io.vertx.ext.web.RoutingContext;

/**
 * Sends replies of a {@link RouteModule} like those of operations: once, logged, with the same
 * headers.
 */
public final class RouteReplies {
  private RouteReplies() {}

  public static void send(RoutingContext context, Reply reply) {
    RequestContext.of(context).send(reply);
  }

  public static void count(RoutingContext context) {
    RequestContext.of(context).countAnonymous();
  }

  public static void markAuthenticated(RoutingContext context) {
    RequestContext.of(context).markAuthenticated();
  }

  /**
   * Refuses an unauthenticated request, with {@code rate_limited} above the limit of its address.
   */
  public static void refuseAnonymous(RoutingContext context, Reply refusal) {
    RequestContext.of(context).refuseAnonymous(refusal);
  }
}
