package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Verifies the hash chain of the audit log from the newest entry backwards. */
final class AuditChainVerifier {
  private static final String GENESIS_HASH = "0".repeat(64);

  enum Defect {
    /** The hash does not match the content. */
    ALTERED,
    /** The newer entry refers to another hash: an entry was removed or inserted. */
    OUT_OF_PLACE,
    /** The oldest entry refers to a missing predecessor. */
    NOT_THE_FIRST
  }

  /** The entry at which verification failed. */
  record BrokenEntry(String id, Defect defect) {}

  private long entries;
  private String expectedHash = "";
  private String newest = "";
  private String oldest = "";

  /** Verifies the next older entry; returns the defect, if any. */
  Optional<BrokenEntry> verify(JsonNode entry) {
    String id = entry.path("id").asText();
    String hash = entry.path("hash").asText();
    if (entries == 0) {
      newest = hash;
    } else if (!hash.equals(expectedHash)) {
      return Optional.of(new BrokenEntry(id, Defect.OUT_OF_PLACE));
    }
    if (!hash.equals(hashOf(entry))) {
      return Optional.of(new BrokenEntry(id, Defect.ALTERED));
    }
    entries++;
    oldest = id;
    expectedHash = entry.path("previous_hash").asText();
    return Optional.empty();
  }

  /** Verifies that the last entry is the first of the log. */
  Optional<BrokenEntry> end() {
    return entries == 0 || expectedHash.equals(GENESIS_HASH)
        ? Optional.empty()
        : Optional.of(new BrokenEntry(oldest, Defect.NOT_THE_FIRST));
  }

  /** Number of verified entries. */
  long entries() {
    return entries;
  }

  /** Hash of the newest entry; an external copy of it later reveals truncation. */
  String newest() {
    return newest;
  }

  /** Covers all members except the hash, in the order of the response. */
  private static String hashOf(JsonNode entry) {
    ObjectNode content = entry.deepCopy();
    content.remove("hash");
    byte[] text = content.toString().getBytes(StandardCharsets.UTF_8);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
