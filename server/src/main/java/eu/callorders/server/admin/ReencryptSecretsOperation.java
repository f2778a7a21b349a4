package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import java.util.List;

/**
 * {@code POST /admin/v1/master-keys/reencrypt}. It takes many transactions, so the audit log
 * records its start and its end; an aborted run has no end.
 */
final class ReencryptSecretsOperation implements Operation {
  private final Database database;
  private final MasterKeyRotation keys;
  private final AuditLog audit;

  ReencryptSecretsOperation(Database database, MasterKeyRotation keys, AuditLog audit) {
    this.database = database;
    this.keys = keys;
    this.audit = audit;
  }

  @Override
  public String operationId() {
    return "reencryptSecrets";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return audit(AuditAction.MASTER_KEY_REENCRYPTION_STARTED)
        .compose(started -> keys.reencrypt())
        .compose(
            changed ->
                audit(AuditAction.MASTER_KEY_REENCRYPTED)
                    .compose(ended -> keys.usage())
                    .map(uses -> Reply.of(200, document(changed, uses))));
  }

  private Future<Void> audit(AuditAction action) {
    AuditEvent act = AuditEvent.ofDeployment(action, keys.first());
    return database.asWorker(connection -> audit.append(connection, act));
  }

  private static ObjectNode document(int changed, List<MasterKeyRotation.KeyUsage> uses) {
    ObjectNode document = Json.object().put("reencrypted", changed);
    uses.forEach(use -> document.withArray("keys").add(MasterKeyDocument.of(use)));
    return document;
  }
}
