package eu.callorders.server.admin;

import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import java.util.List;

/** The keys that sign access tokens. */
final class SigningKeyResource {
  private final SigningKeys keys;
  private final AuditLog audit;

  SigningKeyResource(SigningKeys keys, AuditLog audit) {
    this.keys = keys;
    this.audit = audit;
  }

  List<Operation> operations() {
    return List.of(Operation.of("rotateSigningKey", this::rotateSigningKey));
  }

  /** {@code POST /admin/v1/signing-keys/rotate}. */
  private Future<Reply> rotateSigningKey(ApiRequest request) {
    return keys.rotate(
            (connection, kid) ->
                audit.append(
                    connection,
                    AuditEvent.ofDeployment(
                        request.caller().actor(), AuditAction.SIGNING_KEY_ROTATED, kid)))
        .map(kid -> Reply.of(201, Json.object().put("kid", kid)));
  }
}
