package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.auth.MasterKeyRotation;
import eu.callorders.server.http.Json;
import java.util.TreeMap;

/** A master key as operators see it: its id, never itself. */
final class MasterKeyDocument {
  private MasterKeyDocument() {}

  static ObjectNode of(MasterKeyRotation.KeyUsage use) {
    ObjectNode document =
        Json.object()
            .put("key_id", use.keyId())
            .put("encrypts", use.encrypts())
            .put("in_keyring", use.inRing());
    ObjectNode encrypted = document.putObject("encrypted");
    new TreeMap<>(use.sealed()).forEach(encrypted::put);
    return document;
  }
}
