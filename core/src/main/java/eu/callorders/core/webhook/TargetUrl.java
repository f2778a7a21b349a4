package eu.callorders.core.webhook;

/**
 * The URL of an endpoint, parsed once and strictly. Requests are built from its parts, never from
 * the text, so that no second parser can disagree about the target.
 *
 * @param host in lower case; an IPv6 address without its brackets
 * @param ipv6 whether the host is an IPv6 address
 * @param target path and query for the request line
 */
public record TargetUrl(boolean secure, String host, boolean ipv6, int port, String target) {
  static final int HTTPS_PORT = 443;
  static final int HTTP_PORT = 80;

  /** The {@code Host} header, without the scheme's default port. */
  public String authority() {
    String name = ipv6 ? "[" + host + "]" : host;
    return port == (secure ? HTTPS_PORT : HTTP_PORT) ? name : name + ":" + port;
  }

  /** Host and port, the format of extra targets. */
  public String hostAndPort() {
    return (ipv6 ? "[" + host + "]" : host) + ":" + port;
  }
}
