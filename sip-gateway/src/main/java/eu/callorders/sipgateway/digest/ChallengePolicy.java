package eu.callorders.sipgateway.digest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides how often a challenge is answered: once per realm and request, once more when the nonce
 * is stale. A wrong password is not tried for ever.
 */
public final class ChallengePolicy {
  private final Map<String, Integer> answered = new HashMap<>();

  /** The challenge to answer; empty when the request has failed for good. */
  public Optional<DigestChallenge> select(List<String> headerValues) {
    return DigestChallenge.strongest(headerValues)
        .filter(
            challenge -> {
              int before = answered.merge(challenge.realm(), 1, Integer::sum) - 1;
              return before == 0 || (before == 1 && challenge.stale());
            });
  }
}
