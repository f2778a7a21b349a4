package eu.callorders.server.admin;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import java.util.UUID;

/** Reads identifiers from request paths; a malformed one is {@code not_found}. */
final class AdminPaths {
  private AdminPaths() {}

  static UUID tenant(ApiRequest request) {
    return id(request, "tenant_id", IdKind.TENANT);
  }

  static UUID client(ApiRequest request) {
    return id(request, "client_id", IdKind.CLIENT);
  }

  static UUID secret(ApiRequest request) {
    return id(request, "secret_id", IdKind.CLIENT_SECRET);
  }

  static UUID order(ApiRequest request) {
    return id(request, "order_id", IdKind.ORDER);
  }

  private static UUID id(ApiRequest request, String parameter, IdKind kind) {
    return kind.parse(request.pathParameter(parameter))
        .orElseThrow(() -> new ProblemException(Problem.notFound()));
  }
}
