package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.json.Json;
import java.util.TreeMap;

/** The JSON of a master key's usage; shows its id only. */
final class MasterKeyDocument {
  private MasterKeyDocument() {}

  static ObjectNode of(MasterKeyRotation.KeyUsage usage) {
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
