package eu.callorders.server.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.Timestamps;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the chain. Its hash is the SHA-256 of its other members, as the administration shows
 * them: the UTF-8 of a JSON object without white space, in this order, absent members left out.
 * Whoever reads the log can thus check it without this program.
 *
 * @param place from 1 on
 * @param at to the millisecond
 * @param previousHash of the entry before, hexadecimal; zeros in the first
 */
public record AuditEntry(
    long place,
    UUID id,
    Instant at,
    String actor,
    String action,
    @Nullable UUID tenantId,
    @Nullable String target,
    String previousHash,
    String hash) {
  /** What the first entry follows. */
  public static final String BEGINNING = "0".repeat(64);

  /** The entry that tells of an act, next in the chain. */
  static AuditEntry of(AuditEvent act, long place, UUID id, Instant at, String previousHash) {
    AuditEntry entry =
        new AuditEntry(
            place,
            id,
            at,
            act.actor().wire(),
            act.action().wire(),
            act.tenantId(),
            act.target(),
            previousHash,
            "");
    return new AuditEntry(
        place,
        id,
        at,
        entry.actor,
        entry.action,
        entry.tenantId,
        entry.target,
        previousHash,
        entry.computedHash());
  }

  /** What its hash must be. */
  String computedHash() {
    return hashOf(content());
  }

  /** The hash over the members of an entry but {@code hash} itself, in their order. */
  public static String hashOf(ObjectNode content) {
    try {
      byte[] text = content.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private ObjectNode content() {
    ObjectNode content =
        Json.object()
            .put("id", IdKind.AUDIT_ENTRY.format(id))
            .put("at", Timestamps.format(at))
            .put("actor", actor)
            .put("action", action);
    if (tenantId != null) {
      content.put("tenant_id", IdKind.TENANT.format(tenantId));
    }
    if (target != null) {
      content.put("target", target);
    }
    return content.put("previous_hash", previousHash);
  }

  /** As operators see it. */
  public ObjectNode json() {
    return content().put("hash", hash);
  }
}
