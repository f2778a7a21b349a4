package eu.callorders.server.maintenance;

import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.UUID;

/**
 * Records in the audit log that an upgrade has left new settings of tenants at null: a default that
 * holds orders would change what their clients see.
 */
public final class NewSettingsRecorder {
  private static final int BATCH = 100;

  private final Database database;
  private final AuditLog audit;

  public NewSettingsRecorder(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** Records every tenant of an earlier release once. Blocks a virtual thread. */
  public void runOnce() {
    int recorded;
    do {
      recorded = database.inWorker(this::recordBatch);
    } while (recorded == BATCH);
  }

  private int recordBatch(SqlConnection connection) {
    List<UUID> ids = BoundedWait.await(TenantStore.setNewSettings(connection, BATCH));
    for (UUID id : ids) {
      BoundedWait.await(
          audit.append(connection, AuditEvent.ofService(AuditAction.TENANT_SETTINGS_KEPT, id)));
    }
    return ids.size();
  }
}
