package eu.callorders.core.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates where events may be sent: first the URL, then the addresses that its host resolves to.
 * Both are validated at registration and again before every dispatch.
 */
public final class TargetRules {
  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 2048;
  private static final int ALTERNATIVE_PORT = 8443;
  private static final int MAX_PORT = 65_535;

  private static final Pattern PARTS =
      Pattern.compile("(?i:(https?))://([^/?#]*)([^?#]*)(\\?[^#]*)?(#.*)?");
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?");

  /** The characters of RFC 3986 in a path and a query. */
  private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*");

  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private final Set<String> extraTargets;
  private final boolean blocksMetadata;

  /**
   * @param extraTargets {@code host:port} exempt from the rules, also without TLS; for development
   *     only
   */
  public TargetRules(Set<String> extraTargets) {
    this(extraTargets, false);
  }

  /**
   * @param extraTargets {@code host:port} exempt from the rules, also without TLS
   * @param refusesMetadata whether the metadata services of clouds are excluded from the exemption
   */
  public TargetRules(Set<String> extraTargets, boolean refusesMetadata) {
    this.extraTargets = Set.copyOf(extraTargets);
    this.blocksMetadata = refusesMetadata;
  }

  /** The parsed URL, or the rule that it violates. */
  public sealed interface Verdict {
    record Allowed(TargetUrl url) implements Verdict {}

    record Refused(TargetRule rule) implements Verdict {}
  }

  public Verdict validate(String text) {
    if (text.length() < MIN_LENGTH || text.length() > MAX_LENGTH) {
      return new Verdict.Refused(TargetRule.SYNTAX);
    }
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      return new Verdict.Refused(
          text.regionMatches(true, 0, "http", 0, 4) ? TargetRule.SYNTAX : TargetRule.SCHEME);
    }
    if (parts.group(2).indexOf('@') >= 0) {
      return new Verdict.Refused(TargetRule.USER_INFO);
    }
    if (parts.group(5) != null) {
      return new Verdict.Refused(TargetRule.FRAGMENT);
    }
    String path = parts.group(3).isEmpty() ? "/" : parts.group(3);
    String target = path + (parts.group(4) == null ? "" : parts.group(4));
    if (!TARGET.matcher(target).matches() || BAD_ESCAPE.matcher(target).find()) {
      return new Verdict.Refused(TargetRule.SYNTAX);
    }
    boolean secure = parts.group(1).toLowerCase(Locale.ROOT).equals("https");
    Matcher authority = AUTHORITY.matcher(parts.group(2));
    return authority.matches()
        ? validate(secure, authority, target)
        : new Verdict.Refused(TargetRule.HOST);
  }

  private Verdict validate(boolean secure, Matcher authority, String target) {
    boolean ipv6 = authority.group(1) != null;
    String host = (ipv6 ? authority.group(1) : authority.group(2)).toLowerCase(Locale.ROOT);
    int standard = secure ? TargetUrl.HTTPS_PORT : TargetUrl.HTTP_PORT;
    int port = authority.group(3) == null ? standard : Integer.parseInt(authority.group(3));
    TargetUrl url = new TargetUrl(secure, host, ipv6, port, target);
    if (port >= 1 && port <= MAX_PORT && isExtra(url)) {
      return new Verdict.Allowed(url);
    }
    if (!secure) {
      return new Verdict.Refused(TargetRule.SCHEME);
    }
    if (port != TargetUrl.HTTPS_PORT && port != ALTERNATIVE_PORT) {
      return new Verdict.Refused(TargetRule.PORT);
    }
    Optional<byte[]> literal = ipv6 ? TargetHost.ipv6(host) : TargetHost.ipv4(host);
    if (literal.isPresent() ? !PublicAddress.isPublic(literal.get()) : !TargetHost.isName(host)) {
      return new Verdict.Refused(TargetRule.HOST);
    }
    return new Verdict.Allowed(url);
  }

  /**
   * Validates the resolved addresses of an allowed URL. All must be public, since a later lookup
   * may return any of them.
   *
   * @param own addresses of this machine, never allowed in any form
   */
  public Optional<TargetRule> validate(TargetUrl url, List<byte[]> addresses, List<byte[]> own) {
    if (isExtra(url) && !addresses.isEmpty()) {
      boolean metadata =
          blocksMetadata && addresses.stream().anyMatch(PublicAddress::isMetadataService);
      return metadata ? Optional.of(TargetRule.ADDRESS) : Optional.empty();
    }
    boolean allPublic =
        !addresses.isEmpty()
            && addresses.stream().allMatch(PublicAddress::isPublic)
            && addresses.stream().noneMatch(address -> contains(own, address));
    return allPublic ? Optional.empty() : Optional.of(TargetRule.ADDRESS);
  }

  private boolean isExtra(TargetUrl url) {
    return extraTargets.contains(url.hostAndPort());
  }

  /** Compares IPv6 forms of IPv4 addresses as IPv4. */
  private static boolean contains(List<byte[]> addresses, byte[] address) {
    byte[] effective = PublicAddress.unwrapIpv4(address);
    return addresses.stream()
        .anyMatch(each -> Arrays.equals(PublicAddress.unwrapIpv4(each), effective));
  }
}
