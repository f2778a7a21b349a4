package eu.callorders.sipgateway.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A SIP URI of the configuration: {@code sip:[user@]host[:port][;transport=...]}.
 *
 * @param user null: none
 * @param port null: by DNS or the transport's default
 * @param transport null: by DNS or UDP
 */
public record SipAddress(
    @Nullable String user, String host, @Nullable Integer port, @Nullable Transport transport) {
  private static final int MAX_PORT = 65_535;
  private static final Pattern SYNTAX =
      Pattern.compile(
          "sip:(?:([A-Za-z0-9_.!~*'()&=+$,;?/-]{1,128})@)?"
              + "([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}])"
              + "(?::([0-9]{1,5}))?(?:;transport=(udp|tcp|tls))?",
          Pattern.CASE_INSENSITIVE);

  /** Empty when the text is no such URI. */
  public static Optional<SipAddress> parse(String text) {
    Matcher uri = SYNTAX.matcher(text);
    if (!uri.matches()) {
      return Optional.empty();
    }
    Integer port = uri.group(3) == null ? null : Integer.valueOf(uri.group(3));
    if (port != null && (port == 0 || port > MAX_PORT)) {
      return Optional.empty();
    }
    Transport transport =
        uri.group(4) == null ? null : Transport.valueOf(uri.group(4).toUpperCase(Locale.ROOT));
    return Optional.of(new SipAddress(uri.group(1), uri.group(2), port, transport));
  }

  /** The URI without its transport. */
  public String uri() {
    return "sip:" + (user == null ? "" : user + "@") + host + (port == null ? "" : ":" + port);
  }

  public Transport transportOrUdp() {
    return transport == null ? Transport.UDP : transport;
  }
}
