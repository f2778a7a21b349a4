package eu.callorders.core.telephony;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call to place.
 *
 * @param attemptId the id of the Call; the idempotency key of placing
 * @param orderId the order, for tracing
 * @param tenantId the tenant, for tracing
 * @param attempt number of the attempt within its order, from 1
 * @param to E.164 number to call
 * @param from E.164 number to show
 * @param agent who speaks
 * @param locale BCP 47 language of the conversation
 * @param briefing what the agent may know
 * @param disclosure the sentence the agent opens with: that an AI is calling, and for whom
 * @param ringTimeout how long it may ring
 * @param maxDuration how long a conversation may last
 * @param transcript whether the turns of the conversation are wanted
 * @param environment {@code live} or {@code sandbox}
 * @param notAfter the gateway must not start to dial later than this; real time
 * @param simulate forced course of the call, in the sandbox only
 * @param origin for gateways that know eras; null: the placing belongs to no deployment
 */
public record PlaceCall(
    UUID attemptId,
    UUID orderId,
    UUID tenantId,
    int attempt,
    String to,
    String from,
    Agent agent,
    String locale,
    Briefing briefing,
    String disclosure,
    Duration ringTimeout,
    Duration maxDuration,
    boolean transcript,
    String environment,
    Instant notAfter,
    @Nullable Simulate simulate,
    @Nullable CallOrigin origin) {

  /** The same call with another origin. */
  public PlaceCall withOrigin(@Nullable CallOrigin other) {
    return new PlaceCall(
        attemptId,
        orderId,
        tenantId,
        attempt,
        to,
        from,
        agent,
        locale,
        briefing,
        disclosure,
        ringTimeout,
        maxDuration,
        transcript,
        environment,
        notAfter,
        simulate,
        other);
  }

  /** The order type's version and instructions. */
  public record Agent(
      String orderType,
      int version,
      String objective,
      @Nullable String opening,
      @Nullable String persona,
      @Nullable String voice) {}
}
