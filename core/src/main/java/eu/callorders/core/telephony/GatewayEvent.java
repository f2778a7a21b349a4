package eu.callorders.core.telephony;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An event of a call, reported by its gateway. */
public sealed interface GatewayEvent {

  Header header();

  /**
   * The members that all events share.
   *
   * @param eventId deduplicates: the same event again has the same id
   * @param sequence rises with every event of an attempt
   * @param at real time of the event
   */
  record Header(String eventId, UUID attemptId, String gatewayRef, long sequence, Instant at) {}

  /** The gateway accepted the call. */
  record Accepted(Header header, @Nullable Facts facts) implements GatewayEvent {}

  /**
   * The facts of the placing, for a service whose database lost them.
   *
   * @param attemptNumber number of the attempt within its order
   * @param notAfter real time
   * @param origin as placed
   */
  record Facts(
      UUID orderId,
      UUID tenantId,
      PhoneNumber to,
      int attemptNumber,
      Instant notAfter,
      @Nullable CallOrigin origin) {
    /** Whether another deployment placed the call. */
    public boolean isForeign(@Nullable UUID deployment) {
      return origin != null && !origin.deployment().equals(deployment);
    }

    public static Facts of(PlaceCall call) {
      return new Facts(
          call.orderId(),
          call.tenantId(),
          call.to(),
          call.attemptNumber(),
          call.notAfter(),
          call.origin());
    }
  }

  /** The call was erased at the service's request. */
  record Forgotten(Header header, UUID orderId, UUID tenantId) implements GatewayEvent {}

  record Ringing(Header header) implements GatewayEvent {}

  /** A person or a machine picked up. */
  record Answered(Header header) implements GatewayEvent {}

  /**
   * The disclosure was spoken to its end, before anything else.
   *
   * @param textSha256 hexadecimal SHA-256 of the spoken text in UTF-8
   */
  record Disclosed(Header header, String textSha256) implements GatewayEvent {}

  /**
   * The call is over.
   *
   * @param endedBy wire value of the result's {@code termination.actor}; null when unanswered
   * @param answeredAt null when unanswered
   * @param network what the network reported; null when unknown
   */
  record Ended(
      Header header,
      Disposition disposition,
      Cause cause,
      @Nullable String endedBy,
      @Nullable Instant answeredAt,
      Instant endedAt,
      @Nullable NetworkCause network)
      implements GatewayEvent {
    public Ended(
        Header header,
        Disposition disposition,
        Cause cause,
        @Nullable String endedBy,
        @Nullable Instant answeredAt,
        Instant endedAt) {
      this(header, disposition, cause, endedBy, answeredAt, endedAt, null);
    }
  }

  /**
   * The network's codes behind a cause, for people.
   *
   * @param sip status of the final response, 100 to 699
   * @param q850 cause by ITU-T Q.850, 0 to 127
   * @param detail what the codes mean, up to 100 characters
   */
  record NetworkCause(@Nullable Integer sip, @Nullable Integer q850, @Nullable String detail) {}

  /** The whole transcript, once for a call: the service stores the first. */
  record Turns(Header header, String locale, boolean complete, List<Turn> turns)
      implements GatewayEvent {
    public Turns {
      turns = List.copyOf(turns);
    }
  }

  /** The person does not want to be called; reported at once, before the call is over. */
  record Objection(Header header, String scope) implements GatewayEvent {}

  /**
   * The agent's report of a conversation: {@code {summary_code, reachability, engagement,
   * identity_confirmed, ai_disclosed, language, summary, findings}}. Untrusted until validated.
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
