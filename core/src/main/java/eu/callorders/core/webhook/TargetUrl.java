package eu.callorders.core.webhook;

import java.util.Optional;

/**
 * The URL of an endpoint, taken apart once and strictly. Requests are built from the parts and
 * never from the text, so that no two parsers can disagree about where they go.
 *
 * @param host in lower case; an IPv6 address without its brackets
 * @param ipv6 whether the host is an IPv6 address
 * @param target path and query as they go into the request line
 */
public record TargetUrl(boolean secure, String host, boolean ipv6, int port, String target) {
  static final int HTTPS_PORT = 443;
  static final int HTTP_PORT = 80;

  /** What the {@code Host} header says; the port is named unless it is the scheme's own. */
  public String authority() {
    String name = ipv6 ? "[" + host + "]" : host;
    return port == (secure ? HTTPS_PORT : HTTP_PORT) ? name : name + ":" + port;
  }

  /** Host and port, as operators name extra targets. */
  public String hostAndPort() {
    return (ipv6 ? "[" + host + "]" : host) + ":" + port;
  }

  /** Whether the host is an IPv4 address in its one canonical form. */
  public Optional<byte[]> ipv4() {
    return ipv6 ? Optional.empty() : TargetHost.ipv4(host);
  }
}
