package eu.callorders.server.suppression;

import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A do-not-call entry: of a number, of a person, or of both.
 *
 * @param callId the call in which the person objected; only with {@link Source#IN_CALL_REQUEST}
 */
public record Suppression(
    UUID id,
    UUID tenantId,
    @Nullable String phone,
    @Nullable String subjectReference,
    Source source,
    @Nullable String reason,
    @Nullable UUID callId,
    Instant createdAt) {

  /** Where an entry comes from. */
  public enum Source {
    API("api"),
    /** The person objected during a call; such an entry is never deleted by a client. */
    IN_CALL_REQUEST("in_call_request"),
    OPERATOR("operator");

    private final String wire;

    Source(String wire) {
      this.wire = wire;
    }

    public String wire() {
      return wire;
    }

    /** The source of that wire spelling; throws when there is none. */
    static Source of(String wire) {
      return Arrays.stream(values())
          .filter(source -> source.wire.equals(wire))
          .findFirst()
          .orElseThrow();
    }
  }
}
