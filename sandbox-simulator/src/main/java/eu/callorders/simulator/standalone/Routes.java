package eu.callorders.simulator.standalone;

import eu.callorders.core.id.IdKind;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the operation of a request. */
final class Routes {
  private static final String CALL = "/gateway/v1/calls/([a-z0-9_]{1,64})";
  private static final String ERA = "/gateway/v1/eras/([^/]{1,64})";
  private static final Pattern DEPLOYMENT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final List<Route> routes;

  Routes(GatewayOperations operations) {
    routes =
        List.of(
            route("POST", "/gateway/v1/calls", request -> operations.place(request.body())),
            route("GET", CALL, forAttempt(operations::query)),
            route("DELETE", CALL, forAttempt(operations::erase)),
            route("POST", CALL + "/cancel", forAttempt(operations::cancel)),
            route("POST", "/gateway/v1/eras", request -> operations.raiseEra(request.body())),
            route("GET", ERA, forDeployment(operations::queryEra)),
            route(
                "GET",
                "/gateway/v1/events",
                request -> operations.events(request.after(), request.limit())),
            route("GET", "/gateway/v1/capabilities", request -> operations.capabilities()),
            route("GET", "/gateway/v1/health", request -> operations.health()));
  }

  interface Operation {
    GatewayResponse execute(VerifiedRequest request);
  }

  /** The operation of a request, or the response for an unknown one. */
  sealed interface Match {
    record Served(Operation operation, String id) implements Match {}

    record Missing(GatewayResponse response) implements Match {}
  }

  Match find(String method, String path) {
    List<Route> matching =
        routes.stream().filter(route -> route.path.matcher(path).matches()).toList();
    if (matching.isEmpty()) {
      return new Match.Missing(
          GatewayResponse.problem(404, "unknown_path", "The protocol has no such path."));
    }
    for (Route route : matching) {
      if (route.method.equals(method)) {
        Matcher matcher = route.path.matcher(path);
        boolean hasId = matcher.matches() && matcher.groupCount() > 0;
        return new Match.Served(route.operation, hasId ? matcher.group(1) : "");
      }
    }
    String allowed =
        matching.stream().map(Route::method).sorted().collect(Collectors.joining(", "));
    return new Match.Missing(
        GatewayResponse.problem(405, "method_not_allowed", "The path has other methods.")
            .with("Allow", allowed));
  }

  private record Route(String method, Pattern path, Operation operation) {}

  private static Route route(String method, String path, Operation operation) {
    return new Route(method, Pattern.compile(path), operation);
  }

  /** A malformed id is an unknown attempt. */
  private static Operation forAttempt(Function<UUID, GatewayResponse> operation) {
    return request ->
        IdKind.CALL.parse(request.id()).map(operation).orElseGet(GatewayOperations::unknownAttempt);
  }

  /** A malformed id is an unknown deployment. */
  private static Operation forDeployment(Function<UUID, GatewayResponse> operation) {
    return request ->
        DEPLOYMENT.matcher(request.id()).matches()
            ? operation.apply(UUID.fromString(request.id()))
            : GatewayOperations.unknownDeployment();
  }
}
