package eu.callorders.server.suppression;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A do-not-call entry for a phone, a subject, or both.
 *
 * @param callId the call with the objection; only with {@link Source#IN_CALL_REQUEST}
 */
public record Suppression(
    UUID id,
    UUID tenantId,
    @Nullable PhoneNumber phone,
    @Nullable String subjectReference,
    Source source,
    @Nullable String reason,
    @Nullable UUID callId,
    Instant createdAt) {

  /** The entry for an objection of the subject in a call. */
  public static Suppression ofObjection(
      UUID tenantId,
      PhoneNumber phone,
      @Nullable String subjectReference,
      UUID callId,
      Instant now) {
    return new Suppression(
        AttemptIds.forObjection(callId),
        tenantId,
        phone,
        subjectReference,
        Source.IN_CALL_REQUEST,
        null,
        callId,
        now);
  }

  public enum Source {
    API("api"),
    /** An objection in a call; clients cannot delete the entry. */
    IN_CALL_REQUEST("in_call_request"),
    OPERATOR("operator");

    private final String wire;

    Source(String wire) {
      this.wire = wire;
    }

    public String wire() {
      return wire;
    }

    /** Parses the wire form; throws if unknown. */
    static Source of(String wire) {
      return Arrays.stream(values())
          .filter(source -> source.wire.equals(wire))
          .findFirst()
          .orElseThrow();
    }
  }
}
