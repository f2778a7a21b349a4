package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Encrypts call contexts with the master key, each bound to one attempt. */
public final class CallContextCipher {
  private static final Logger LOG = LoggerFactory.getLogger(CallContextCipher.class);

  private final Keyring keyring;

  public CallContextCipher(Keyring keys) {
    this.keyring = keys;
  }

  /** The encrypted context for the gateway, base64url. */
  public String encrypt(UUID attemptId, CallContext context) {
    ObjectNode json =
        Json.object()
            .put("reference", context.reference())
            .put("claim", context.claimKey().toString());
    if (context.keyHash() != null) {
      json.put("key_hash", context.keyHash().toString());
    }
    byte[] ciphertext =
        keyring.encrypt(
            json.toString().getBytes(StandardCharsets.UTF_8), associatedData(attemptId));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(ciphertext);
  }

  /** Empty without a context, and for a context of another attempt or a deleted key. */
  Optional<CallContext> decrypt(UUID attemptId, @Nullable String context) {
    if (context == null) {
      return Optional.empty();
    }
    try {
      byte[] json =
          keyring.decrypt(Base64.getUrlDecoder().decode(context), associatedData(attemptId));
      JsonNode read = Json.parse(new String(json, StandardCharsets.UTF_8));
      return Optional.of(
          new CallContext(
              read.path("reference").asText(),
              UUID.fromString(read.path("claim").asText()),
              read.has("key_hash") ? UUID.fromString(read.path("key_hash").asText()) : null));
    } catch (IllegalArgumentException | IllegalStateException unreadable) {
      LOG.warn("call context of attempt {} is unreadable", attemptId, unreadable);
      return Optional.empty();
    }
  }

  private static byte[] associatedData(UUID attemptId) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(attemptId.getMostSignificantBits())
        .putLong(attemptId.getLeastSignificantBits())
        .array();
  }
}
