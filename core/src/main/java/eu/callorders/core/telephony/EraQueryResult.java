package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.UUID;

/** The gateway's view of a deployment's current era. */
public sealed interface EraQueryResult {

  /**
   * The gateway has granted this era.
   *
   * @param number of the current era
   * @param lastSeenAt when a node last requested the era or placed a call in it
   */
  record Found(int number, UUID id, Instant lastSeenAt) implements EraQueryResult {}

  /** The gateway has granted no era of the deployment. */
  record NotFound() implements EraQueryResult {}

  /** The gateway did not respond, or does not support the query. */
  record Unavailable(String reason) implements EraQueryResult {}
}
