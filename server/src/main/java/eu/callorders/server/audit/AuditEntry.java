package eu.callorders.server.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.Sha256;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the chain. Its hash is the SHA-256 of its other members in the administration API's
 * form: UTF-8 of a JSON object without white space, in this order, absent members left out. Readers
 * can thus verify it on their own.
 *
 * @param place counted from 1
 * @param at with millisecond precision
 * @param details a JSON object, as the hash covers it
 * @param previousHash hexadecimal hash of the previous entry; zeros in the first
 */
public record AuditEntry(
    long place,
    UUID id,
    Instant at,
    String actor,
    String action,
    @Nullable UUID tenantId,
    @Nullable String target,
    @Nullable String details,
    String previousHash,
    String hash) {
  /** The previous hash of the first entry. */
  public static final String GENESIS_HASH = "0".repeat(64);

  /** The entry of an event, next in the chain. */
  static AuditEntry of(AuditEvent event, long place, UUID id, Instant at, String previousHash) {
    AuditEntry entry =
        new AuditEntry(
            place,
            id,
            at,
            event.actor(),
            event.action().wire(),
            event.tenantId(),
            event.target(),
            event.details() == null ? null : event.details().toString(),
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
        entry.details,
        previousHash,
        entry.computedHash());
  }

  /** The hash that the entry should have. */
  String computedHash() {
    return hashOf(content());
  }

  /** The hash over the members of an entry except {@code hash}, in their order. */
  public static String hashOf(ObjectNode content) {
    return Sha256.hex(content.toString());
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
    Json.putIfPresent(content, "target", target);
    if (details != null) {
      content.putRawValue("details", new RawValue(details));
    }
    return content.put("previous_hash", previousHash);
  }

  /** The form in the administration API. */
  public ObjectNode toJson() {
    return content().put("hash", hash);
  }
}
