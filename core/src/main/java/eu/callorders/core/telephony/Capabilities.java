package eu.callorders.core.telephony;

/**
 * What a gateway promises.
 *
 * @param idempotentPlacing the same attempt id may be sent again and is never dialled twice
 * @param authoritativeQuery a query that finds nothing proves that nothing was dialled
 * @param machineDetection voicemail is told from a person
 * @param eventLog {@link VoiceGateway#events} has every event, for days
 * @param recovery {@link VoiceGateway#raiseEra} is served, placings of another era are refused, and
 *     the log has what a restored database needs: facts of 35 days, {@code log_id} and {@code
 *     kept_since}, and {@link GatewayEvent.Forgotten}
 */
public record Capabilities(
    boolean idempotentPlacing,
    boolean authoritativeQuery,
    boolean machineDetection,
    boolean eventLog,
    boolean recovery) {

  /** Without {@code recovery}. */
  public Capabilities(
      boolean idempotentPlacing,
      boolean authoritativeQuery,
      boolean machineDetection,
      boolean eventLog) {
    this(idempotentPlacing, authoritativeQuery, machineDetection, eventLog, false);
  }
}
