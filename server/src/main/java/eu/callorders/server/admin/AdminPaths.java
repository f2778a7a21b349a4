package eu.callorders.server.admin;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.ApiRequest;
import java.util.UUID;

/** Reads identifiers from request paths; a malformed one is {@code not_found}. */
final class AdminPaths {
  private AdminPaths() {}

  static UUID tenant(ApiRequest request) {
    return request.pathId(IdKind.TENANT, "tenant_id");
  }

  static UUID client(ApiRequest request) {
    return request.pathId(IdKind.CLIENT, "client_id");
  }

  static UUID secret(ApiRequest request) {
    return request.pathId(IdKind.CLIENT_SECRET, "secret_id");
  }

  static UUID hold(ApiRequest request) {
    return request.pathId(IdKind.HOLD, "hold_id");
  }

  static UUID call(ApiRequest request) {
    return request.pathId(IdKind.CALL, "call_id");
  }

  static UUID order(ApiRequest request) {
    return request.pathId(IdKind.ORDER, "order_id");
  }
}
