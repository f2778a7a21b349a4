package eu.callorders.server.app;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.ConcurrencyLimit;
import eu.callorders.server.http.LimitedOperation;
import eu.callorders.server.http.Operation;
import java.util.List;

/** The limits of requests that take long or visit many rows: replay, test and exports. */
final class CostlyRequests {
  private static final int PER_TENANT = 2;

  private final ConcurrencyLimit tenants =
      new ConcurrencyLimit(
          PER_TENANT, "A tenant may have two requests of this kind under way; wait for one.");

  /** Counts by the tenant that calls. */
  Operation ofCaller(Operation operation) {
    return new LimitedOperation(operation, tenants, request -> request.caller().tenantId());
  }

  /** Counts by the tenant that the path names. */
  Operation ofPath(Operation operation) {
    return new LimitedOperation(
        operation,
        tenants,
        request -> {
          String id = request.pathParameter("tenant_id");
          return IdKind.TENANT.parse(id).<Object>map(tenant -> tenant).orElse(id);
        });
  }

  /** An endpoint is tested once at a time: its answers then belong to one request. */
  static Operation onePerEndpoint(Operation operation) {
    return new LimitedOperation(
        operation,
        new ConcurrencyLimit(1, "A test of this endpoint is under way; wait for its end."),
        request -> List.of(request.caller().tenantId(), request.pathParameter("endpoint_id")));
  }
}
