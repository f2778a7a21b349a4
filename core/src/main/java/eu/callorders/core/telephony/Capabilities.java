package eu.callorders.core.telephony;

/**
 * What a gateway promises.
 *
 * @param idempotentPlacing the same attempt id may be sent again and is never dialled twice
 * @param authoritativeQuery a query that finds nothing proves that nothing was dialled
 * @param machineDetection voicemail is told from a person
 * @param eventLog {@link VoiceGateway#events} has every event, for days
 */
public record Capabilities(
    boolean idempotentPlacing,
    boolean authoritativeQuery,
    boolean machineDetection,
    boolean eventLog) {}
