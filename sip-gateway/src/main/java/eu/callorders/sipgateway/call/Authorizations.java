package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.digest.ChallengePolicy;
import eu.callorders.sipgateway.digest.DigestChallenge;
import eu.callorders.sipgateway.digest.DigestCredentials;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.SipResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers to the challenges of one request, the last one of each realm: a proxy and the server
 * behind it may both challenge it. Confined to the event loop.
 */
final class Authorizations {
  private final @Nullable DigestCredentials credentials;
  private final ChallengePolicy policy = new ChallengePolicy();
  private final Map<String, String> lines = new LinkedHashMap<>();

  /**
   * @param credentials null: challenges are not answered
   */
  Authorizations(@Nullable DigestCredentials credentials) {
    this.credentials = credentials;
  }

  /** Answers the challenges of a response; false when the request has failed for good. */
  boolean answer(SipResponse response, String method, String uri) {
    DigestCredentials user = credentials;
    if (user == null || (response.status() != 401 && response.status() != 407)) {
      return false;
    }
    String name = response.proxyChallenge() ? "Proxy-Authorization" : "Authorization";
    List<DigestChallenge> selected = policy.select(response.challenges());
    selected.forEach(
        challenge ->
            lines.put(
                challenge.realm(),
                name + ": " + user.answer(challenge, method, uri, Identifiers.nonce(), 1)));
    return !selected.isEmpty();
  }

  /** The headers of the next request, also of the ACK of its 2xx. */
  List<String> lines() {
    return List.copyOf(lines.values());
  }
}
