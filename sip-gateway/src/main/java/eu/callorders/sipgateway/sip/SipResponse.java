package eu.callorders.sipgateway.sip;

import java.util.List;
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
 * @param sessionExpires in seconds; null without one
 * @param serviceRoutes values of Service-Route, in the order of the message
 * @param expires seconds of the registration, by Contact or Expires; null without it
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
    @Nullable Integer expires,
    @Nullable SeenAs seenAs) {

  /**
   * A header of RFC 4028.
   *
   * @param weRefresh whether the refresher is the side that sent the request
   */
  public record SessionExpires(int seconds, boolean weRefresh) {}

  /** Our address as the other side sees it (RFC 3581). */
  public record SeenAs(String host, int port) {}

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
