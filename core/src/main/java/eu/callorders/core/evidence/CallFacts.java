package eu.callorders.core.evidence;

import eu.callorders.core.call.Attempt;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the evidence of a call is made of.
 *
 * @param issuer address of the service
 * @param environment {@code live} or {@code sandbox}
 * @param attempt as it was closed
 * @param intendedAt when the decision was committed; the tenant's time
 * @param decision as stored with the intent, in JSON as maps, lists, strings, numbers and booleans
 * @param callerIdHash keyed hash of the number that was shown
 * @param complianceBasis as in the order; null when it has none
 * @param reported whether the agent's report is stored
 * @param madeAt real time of the evidence
 */
public record CallFacts(
    String issuer,
    String environment,
    UUID tenantId,
    Attempt attempt,
    Instant intendedAt,
    Map<String, Object> decision,
    KeyedHash callerIdHash,
    @Nullable Map<String, Object> complianceBasis,
    boolean reported,
    RecordedEvents gatewayEvents,
    Instant madeAt) {

  /**
   * An HMAC-SHA256.
   *
   * @param keyId names the master key that its key is derived from
   * @param value hexadecimal
   */
  public record KeyedHash(String keyId, String value) {}
}
