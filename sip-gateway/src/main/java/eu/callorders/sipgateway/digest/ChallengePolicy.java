package eu.callorders.sipgateway.digest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides how often a challenge is answered: once per realm and request, once more when the nonce
 * is stale, and in four responses at most. A wrong password is not tried for ever.
 */
public final class ChallengePolicy {
  private static final int MAX_RESPONSES = 4;

  private final Map<String, Integer> answered = new HashMap<>();
  private int responses;

  /**
   * The challenges of a response that are answered; empty when the request has failed for good.
   *
   * @param headerValues of the response
   */
  public List<DigestChallenge> select(List<String> headerValues) {
    responses++;
    return responses > MAX_RESPONSES
        ? List.of()
        : DigestChallenge.strongest(headerValues).stream().filter(this::mayAnswer).toList();
  }

  private boolean mayAnswer(DigestChallenge challenge) {
    int before = answered.merge(challenge.realm(), 1, Integer::sum) - 1;
    return before == 0 || (before == 1 && challenge.stale());
  }
}
