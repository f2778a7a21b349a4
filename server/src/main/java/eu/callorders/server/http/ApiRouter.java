package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimitResult;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The routes of the contract, the documentation and the route modules. */
final class ApiRouter {
  private static final RateLimitResult UNLIMITED =
      new RateLimitResult(true, RateLimit.UNLIMITED.burst(), RateLimit.UNLIMITED.burst(), 0, 0);

  private final OperationBinder operations;
  private final List<RouteModule> modules;
  private final AllowedMethods methods;

  ApiRouter(OperationBinder operations, List<RouteModule> modules) {
    this.operations = operations;
    this.modules = List.copyOf(modules);
    this.methods = new AllowedMethods(operations.contract());
  }

  /** Builds the router; {@code opening} creates the context of each request. */
  Router build(RouterBuilder builder, Handler<RoutingContext> opening) {
    builder.rootHandler(opening);
    for (OpenAPIRoute route : builder.getRoutes()) {
      String id = route.getOperation().getOperationId();
      route.setDoValidation(false).setDoSecurity(false).addHandler(operations.handler(id));
    }
    Router router = builder.createRouter();
    router.route().handler(this::handleUnmatched);
    modules.forEach(module -> module.mount(router));
    router.errorHandler(404, context -> sendProblem(context, Reply.problem(Problem.notFound())));
    router.errorHandler(
        405, context -> sendProblem(context, methodNotAllowed(allowed(router, context))));
    for (int status : new int[] {400, 401, 403, 406, 408, 413, 415, 429, 500, 503}) {
      router.errorHandler(status, ApiRouter::fail);
    }
    return router;
  }

  /** Handles requests that match no operation: they carry no token. */
  private void handleUnmatched(RoutingContext context) {
    RequestContext exchange = RequestContext.of(context);
    if (modules.stream().anyMatch(module -> !module.limitsByAddress(context.request().path()))) {
      exchange.showRateLimit(UNLIMITED);
    } else if (!exchange.acquireAnonymous()) {
      return;
    }
    Set<String> allowed = methods.forPath(context.normalizedPath());
    if (allowed.isEmpty()) {
      context.next();
    } else {
      sendProblem(context, methodNotAllowed(allowed));
    }
  }

  private static void fail(RoutingContext context) {
    Throwable failure = context.failure();
    RequestContext.of(context)
        .fail(failure == null ? new HttpException(context.statusCode()) : failure);
  }

  private static void sendProblem(RoutingContext context, Reply refusal) {
    RequestContext.of(context).send(refusal);
  }

  private static Reply methodNotAllowed(Set<String> allowed) {
    String list = String.join(", ", allowed);
    return Reply.problem(
            Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "This path takes " + list + "."))
        .with("Allow", list);
  }

  private static Set<String> allowed(Router router, RoutingContext context) {
    return router.getRoutes().stream()
        .filter(route -> Objects.equals(route.getPath(), context.request().path()))
        .map(Route::methods)
        .filter(Objects::nonNull)
        .flatMap(Set::stream)
        .map(HttpMethod::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
