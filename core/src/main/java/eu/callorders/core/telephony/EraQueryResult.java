package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.UUID;

/** What a gateway knows of a deployment's current era. */
public sealed interface EraQueryResult {

  /**
   * The deployment has an era.
   *
   * @param number of the current era
   * @param heardAt when a node last asked for the era or placed a call in it; rises only by that
   */
  record Found(int number, UUID id, Instant heardAt) implements EraQueryResult {}

  /** The gateway has granted no era of the deployment. */
  record NotFound() implements EraQueryResult {}

  /** The gateway did not answer, or does not serve the query. */
  record Unavailable(String why) implements EraQueryResult {}
}
