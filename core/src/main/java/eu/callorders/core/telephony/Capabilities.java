package eu.callorders.core.telephony;

/**
 * The guarantees of a gateway.
 *
 * @param idempotentPlacing the same attempt id may be sent again and is never dialed twice
 * @param authoritativeQuery a query that finds nothing proves that nothing was dialed
 * @param machineDetection voicemail is distinguished from a person
 * @param eventLog {@link VoiceGateway#events} returns every event, for days
 * @param recovery {@link VoiceGateway#raiseEra} is available, placings of another era are refused,
 *     and the log supports a restored database: facts of 35 days, {@code log_id}, {@code
 *     kept_since} and {@link GatewayEvent.Forgotten}
 * @param disclosure every conversation has {@link GatewayEvent.Disclosed}
 */
public record Capabilities(
    boolean idempotentPlacing,
    boolean authoritativeQuery,
    boolean machineDetection,
    boolean eventLog,
    boolean recovery,
    boolean disclosure) {

  /** Without {@code recovery} and {@code disclosure}. */
  public Capabilities(
      boolean idempotentPlacing,
      boolean authoritativeQuery,
      boolean machineDetection,
      boolean eventLog) {
    this(idempotentPlacing, authoritativeQuery, machineDetection, eventLog, false);
  }

  /** Without {@code disclosure}. */
  public Capabilities(
      boolean idempotentPlacing,
      boolean authoritativeQuery,
      boolean machineDetection,
      boolean eventLog,
      boolean recovery) {
    this(idempotentPlacing, authoritativeQuery, machineDetection, eventLog, recovery, false);
  }
}
