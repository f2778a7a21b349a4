package eu.callorders.server.admin;

import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;

/** {@code POST /admin/v1/signing-keys/rotate}. */
final class RotateSigningKeyOperation implements Operation {
  private final SigningKeys keys;

  RotateSigningKeyOperation(SigningKeys keys) {
    this.keys = keys;
  }

  @Override
  public String operationId() {
    return "rotateSigningKey";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return keys.rotate().map(kid -> Reply.of(201, Json.object().put("kid", kid)));
  }
}
