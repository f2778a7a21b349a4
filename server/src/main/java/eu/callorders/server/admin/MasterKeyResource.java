package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.encryption.MasterKeyRotation.KeyUsage;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import java.util.List;
import java.util.TreeMap;

/** The master keys, which encrypt secrets in the database. */
final class MasterKeyResource {
  private final Database database;
  private final MasterKeyRotation keys;
  private final AuditLog audit;

  MasterKeyResource(Database database, MasterKeyRotation keys, AuditLog audit) {
    this.database = database;
    this.keys = keys;
    this.audit = audit;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("listMasterKeys", this::listMasterKeys),
        Operation.of("reencryptSecrets", this::reencryptSecrets));
  }

  /** {@code GET /admin/v1/master-keys}. */
  private Future<Reply> listMasterKeys(ApiRequest request) {
    return keys.usage()
        .map(
            uses ->
                Page.ofNodes(uses.stream().map(MasterKeyResource::document).toList(), false, null));
  }

  /**
   * {@code POST /admin/v1/master-keys/reencrypt}. It takes many transactions, so the audit log
   * records its start and its end; an aborted run has no end.
   */
  private Future<Reply> reencryptSecrets(ApiRequest request) {
    return audit(request, AuditAction.MASTER_KEY_REENCRYPTION_STARTED)
        .compose(started -> keys.reencrypt())
        .compose(
            changed ->
                audit(request, AuditAction.MASTER_KEY_REENCRYPTED)
                    .compose(ended -> keys.usage())
                    .map(uses -> Reply.of(200, document(changed, uses))));
  }

  private Future<Void> audit(ApiRequest request, AuditAction action) {
    AuditEvent act = AuditEvent.ofDeployment(request.caller().actor(), action, keys.first());
    return database.asWorker(connection -> audit.append(connection, act));
  }

  private static ObjectNode document(int changed, List<KeyUsage> uses) {
    ObjectNode document = Json.object().put("reencrypted", changed);
    uses.forEach(use -> document.withArray("keys").add(document(use)));
    return document;
  }

  /** Shows the key's id only. */
  private static ObjectNode document(KeyUsage usage) {
    ObjectNode document =
        Json.object()
            .put("key_id", usage.keyId())
            .put("encrypts", usage.encrypts())
            .put("in_keyring", usage.inRing());
    ObjectNode rows = document.putObject("encrypted");
    new TreeMap<>(usage.encryptedRows()).forEach(rows::put);
    return document;
  }
}
