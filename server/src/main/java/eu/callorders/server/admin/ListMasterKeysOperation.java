package eu.callorders.server.admin;

import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;

/** {@code GET /admin/v1/master-keys}. */
final class ListMasterKeysOperation implements Operation {
  private final MasterKeyRotation keys;

  ListMasterKeysOperation(MasterKeyRotation keys) {
    this.keys = keys;
  }

  @Override
  public String operationId() {
    return "listMasterKeys";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return keys.usage()
        .map(uses -> Page.ofNodes(uses.stream().map(MasterKeyDocument::of).toList(), false, null));
  }
}
