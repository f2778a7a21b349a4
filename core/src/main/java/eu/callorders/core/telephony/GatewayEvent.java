package eu.callorders.core.telephony;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that happened to a call, as its gateway tells it. */
public sealed interface GatewayEvent {

  Header header();

  /**
   * What every event carries.
   *
   * @param eventId deduplicates: the same event again has the same id
   * @param sequence rises with every event of an attempt
   * @param at when it happened; real time
   */
  record Header(String eventId, UUID attemptId, String gatewayRef, long sequence, Instant at) {}

  /** The gateway has taken the call. */
  record Accepted(Header header, @Nullable Facts facts) implements GatewayEvent {
    public Accepted(Header header) {
      this(header, null);
    }
  }

  /**
   * What the service asked for, for a service whose database has lost it.
   *
   * @param attempt number of the attempt within its order
   * @param notAfter real time
   * @param origin as placed
   */
  record Facts(
      UUID orderId,
      UUID tenantId,
      String to,
      int attempt,
      Instant notAfter,
      @Nullable CallOrigin origin) {
    public Facts(UUID orderId, UUID tenantId, String to, int attempt, Instant notAfter) {
      this(orderId, tenantId, to, attempt, notAfter, null);
    }

    /** Whether the call says that another deployment placed it. */
    public boolean isForeign(@Nullable UUID deployment) {
      return origin != null && !origin.deployment().equals(deployment);
    }

    /** The facts of a placing. */
    public static Facts of(PlaceCall call) {
      return new Facts(
          call.orderId(),
          call.tenantId(),
          call.to(),
          call.attempt(),
          call.notAfter(),
          call.origin());
    }
  }

  /** The call was erased at the service's request. */
  record Forgotten(Header header, UUID orderId, UUID tenantId) implements GatewayEvent {}

  /** It rings. */
  record Ringing(Header header) implements GatewayEvent {}

  /** Somebody, or a machine, picked up. */
  record Answered(Header header) implements GatewayEvent {}

  /**
   * The call is over.
   *
   * @param endedBy wire spelling of the result's {@code termination.actor}; null when nobody
   *     answered
   * @param answeredAt null when nobody answered
   */
  record Ended(
      Header header,
      Disposition disposition,
      Cause cause,
      @Nullable String endedBy,
      @Nullable Instant answeredAt,
      Instant endedAt)
      implements GatewayEvent {}

  /** What was said. */
  record Turns(Header header, String locale, boolean complete, List<Turn> turns)
      implements GatewayEvent {
    public Turns {
      turns = List.copyOf(turns);
    }
  }

  /** The person does not want to be called: told at once, before the call is over. */
  record Objection(Header header, String scope) implements GatewayEvent {}

  /**
   * The agent's report of a conversation: {@code {summary_code, reachability, engagement,
   * identity_confirmed, ai_disclosed, language, summary, findings}}. Not to be trusted before it is
   * validated.
   */
  record Report(Header header, Map<String, Object> document) implements GatewayEvent {}

  /**
   * One utterance.
   *
   * @param speaker {@code agent}, {@code subject}, {@code third_party}, {@code system} or {@code
   *     unknown}
   * @param startMs milliseconds since the answer
   */
  record Turn(int index, String speaker, long startMs, long endMs, String text) {}
}
