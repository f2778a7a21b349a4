package eu.callorders.core.telephony;

import eu.callorders.core.call.PhoneNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call to place.
 *
 * @param attemptId the id of the Call; the idempotency key of placing
 * @param orderId for tracing
 * @param tenantId for tracing
 * @param attemptNumber number of the attempt within its order, from 1
 * @param to the phone to call
 * @param from the caller ID
 * @param locale BCP 47 language of the conversation
 * @param briefing data for the agent
 * @param disclosure what the agent says before anything else: that an AI is calling and for whom,
 *     and the tenant's addition
 * @param ringTimeout how long it may ring
 * @param maxDuration how long a conversation may last
 * @param transcript whether to report the turns of the conversation
 * @param environment {@code live} or {@code sandbox}
 * @param notAfter real time after which the gateway must not start to dial
 * @param tenantTime the tenant's time of the call, in the sandbox only: its clock may be days ahead
 * @param simulate forced course of the call, in the sandbox only
 * @param origin for gateways with eras; null: the placing belongs to no deployment
 */
public record PlaceCall(
    UUID attemptId,
    UUID orderId,
    UUID tenantId,
    int attemptNumber,
    PhoneNumber to,
    PhoneNumber from,
    Agent agent,
    String locale,
    Briefing briefing,
    String disclosure,
    Duration ringTimeout,
    Duration maxDuration,
    boolean transcript,
    String environment,
    Instant notAfter,
    @Nullable Instant tenantTime,
    @Nullable Simulate simulate,
    @Nullable CallOrigin origin) {

  public PlaceCall withOrigin(@Nullable CallOrigin origin) {
    return new PlaceCall(
        attemptId,
        orderId,
        tenantId,
        attemptNumber,
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
        tenantTime,
        simulate,
        origin);
  }

  /**
   * The instant from which dates in a report count.
   *
   * @param realTime when the call was placed
   */
  public Instant reportTime(Instant realTime) {
    return tenantTime == null ? realTime : tenantTime;
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
