package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** {@code POST /admin/v1/tenants}. */
final class CreateTenantOperation implements Operation {
  private final Database database;
  private final TenantProvisioner provisioning;
  private final TenantDocument document;
  private final AuditLog audit;
  private final String environment;

  CreateTenantOperation(
      Database database,
      TenantProvisioner provisioning,
      TenantDocument document,
      AuditLog audit,
      String environment) {
    this.database = database;
    this.provisioning = provisioning;
    this.document = document;
    this.audit = audit;
    this.environment = environment;
  }

  @Override
  public String operationId() {
    return "createTenant";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    ObjectNode body = (ObjectNode) request.requiredBody();
    Tenant defaults =
        TenantDefaults.tenant(
            provisioning.newTenantId(), body.path("name").textValue(), environment);
    Tenant tenant = document.patch(defaults, body);
    return database
        .asWorker(connection -> create(connection, tenant))
        .map(
            created ->
                Reply.of(201, document.render(created))
                    .with("Location", "/admin/v1/tenants/" + IdKind.TENANT.format(created.id())));
  }

  private Future<Tenant> create(SqlConnection connection, Tenant tenant) {
    AuditEvent act = AuditEvent.of(AuditAction.TENANT_CREATED, tenant.id());
    return provisioning
        .create(connection, tenant)
        .compose(created -> audit.append(connection, act).map(created));
  }
}
