package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The chain of the audit log as far as it was walked, from the newest entry on. */
final class AuditChainVerifier {
  private static final String BEGINNING = "0".repeat(64);

  /** What is wrong with an entry. */
  enum Fault {
    /** Its hash is not that of what it says. */
    ALTERED,
    /** It is not the one that the entry behind it follows. */
    OUT_OF_PLACE,
    /** It is the oldest, but follows another. */
    NOT_THE_FIRST
  }

  /** Where the chain is broken. */
  record Broken(String id, Fault fault) {}

  private long entries;
  private String wanted = "";
  private String newest = "";
  private String oldest = "";

  /** Goes one entry back; what is wrong with it, if something is. */
  Optional<Broken> take(JsonNode entry) {
    String id = entry.path("id").asText();
    String hash = entry.path("hash").asText();
    if (entries == 0) {
      newest = hash;
    } else if (!hash.equals(wanted)) {
      return Optional.of(new Broken(id, Fault.OUT_OF_PLACE));
    }
    if (!hash.equals(hashOf(entry))) {
      return Optional.of(new Broken(id, Fault.ALTERED));
    }
    entries++;
    oldest = id;
    wanted = entry.path("previous_hash").asText();
    return Optional.empty();
  }

  /** After the oldest entry: whether there should be one more. */
  Optional<Broken> end() {
    return entries == 0 || wanted.equals(BEGINNING)
        ? Optional.empty()
        : Optional.of(new Broken(oldest, Fault.NOT_THE_FIRST));
  }

  /** How many were walked. */
  long entries() {
    return entries;
  }

  /** Of the newest entry; noted elsewhere, it tells later whether entries were cut off. */
  String newest() {
    return newest;
  }

  /** Over all members but the hash itself, in the order in which they came. */
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
