package eu.callorders.server.call;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.Optional;

/** {@code GET /v1/calls/{call_id}}. */
public final class GetCallOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final CallLookup lookup;
  private final CallView view;
  private final InstantSource realTime;

  public GetCallOperation(
      Database database,
      TenantStore tenants,
      AttemptStore attempts,
      CallView view,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.lookup = new CallLookup(attempts);
    this.view = view;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "getCall";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database.asTenant(request.caller().tenantId(), connection -> find(connection, request));
  }

  private Future<Reply> find(SqlConnection connection, ApiRequest request) {
    Future<Optional<Tenant>> tenant = tenants.find(connection, request.caller().tenantId());
    Audience audience = Audience.of(request.caller().hasScope("transcripts:read"));
    return lookup
        .find(connection, request)
        .compose(
            call ->
                tenant.map(
                    found ->
                        Reply.of(
                            200, view.render(call, audience, found.orElseThrow().now(realTime)))));
  }
}
