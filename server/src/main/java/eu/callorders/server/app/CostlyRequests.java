package eu.callorders.server.app;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.ratelimit.ConcurrencyLimit;
import java.util.List;
import java.util.function.Function;

/** Limits concurrent requests that are slow or visit many rows: replay, test, export. */
final class CostlyRequests {
  private static final int PER_TENANT = 2;

  private final ConcurrencyLimit tenants =
      new ConcurrencyLimit(
          PER_TENANT, "A tenant may have two requests of this kind under way; wait for one.");

  Operation limitByCaller(Operation operation) {
    return limit(operation, tenants, request -> request.caller().tenantId());
  }

  Operation limitByPath(Operation operation) {
    return limit(
        operation,
        tenants,
        request -> {
          String id = request.pathParameter("tenant_id");
          return IdKind.TENANT.parse(id).<Object>map(tenant -> tenant).orElse(id);
        });
  }

  /** Limits tests of an endpoint to one at a time, so that each result belongs to one request. */
  static Operation limitByEndpoint(Operation operation) {
    return limit(
        operation,
        new ConcurrencyLimit(1, "A test of this endpoint is under way; wait for its end."),
        request -> List.of(request.caller().tenantId(), request.pathParameter("endpoint_id")));
  }

  /** Counts valid requests by a key. */
  private static Operation limit(
      Operation operation, ConcurrencyLimit limit, Function<ApiRequest, Object> key) {
    return operation.withHandler(
        request -> limit.run(key.apply(request), () -> operation.handle(request), Reply::ended));
  }
}
