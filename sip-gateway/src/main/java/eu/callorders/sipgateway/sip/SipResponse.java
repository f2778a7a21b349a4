package eu.callorders.sipgateway.sip;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response that was received.
 *
 * @param cseq number of the request
 * @param method of the request
 * @param branch of the request
 * @param toTag null when it has none
 * @param contact URI; null when it has none
 * @param recordRoutes values of Record-Route, in the order of the message
 * @param body SDP; null without one
 * @param challenges values of WWW- or Proxy-Authenticate
 * @param proxyChallenge whether they come from a proxy (407)
 * @param q850 cause of a Reason header; null without one
 * @param minSeconds of Min-SE or Min-Expires; null without one
 * @param required extensions of Require, in lower case
 * @param retryAfter in seconds; null without one
 * @param sessionExpires null without one
 * @param serviceRoutes values of Service-Route, in the order of the message
 * @param contacts seconds of each registered contact that names them, by its URI without parameters
 * @param expires seconds of Expires; null without it
 * @param seenAs where our request came from, by the Via header; null without it
 */
public record SipResponse(
    int status,
    String reason,
    String callId,
    long cseq,
    String method,
    String branch,
    @Nullable String toTag,
    @Nullable String contact,
    List<String> recordRoutes,
    @Nullable String body,
    List<String> challenges,
    boolean proxyChallenge,
    @Nullable Integer q850,
    @Nullable Integer minSeconds,
    List<String> required,
    @Nullable Integer retryAfter,
    @Nullable SessionExpires sessionExpires,
    List<String> serviceRoutes,
    Map<String, Integer> contacts,
    @Nullable Integer expires,
    @Nullable SeenAs seenAs) {

  /** Our address as the other side sees it (RFC 3581). */
  public record SeenAs(String host, int port) {}

  /**
   * How long the registration of a contact holds; null when the response does not say.
   *
   * @param contact URI that was registered; when a response lists only others, as it may write the
   *     address differently, the shortest time counts
   */
  public @Nullable Integer registeredFor(String contact) {
    Integer ours = contacts.get(withoutParameters(contact));
    return ours != null ? ours : contacts.values().stream().min(Integer::compare).orElse(expires);
  }

  static String withoutParameters(String uri) {
    return uri.replaceFirst(";.*", "").toLowerCase(Locale.ROOT);
  }

  public boolean isProvisional() {
    return status < 200;
  }

  public boolean isSuccess() {
    return status / 100 == 2;
  }

  /** Whether a telephone rings: 18x. */
  public boolean isRinging() {
    return status / 10 == 18;
  }
}
