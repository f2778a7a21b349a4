package eu.callorders.core.webhook;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses hosts. An IPv4 address has one form, four decimal numbers without leading zeros; other
 * numeric forms that some resolvers accept (octal, hexadecimal, one to three parts) are neither
 * address nor name.
 */
final class TargetHost {
  private static final int MAX_LENGTH = 253;
  private static final int BYTES = 4;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,2}");
  private static final Pattern NUMERIC = Pattern.compile("[0-9]+|0x[0-9a-f]*");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-f:.]{2,45}");

  private TargetHost() {}

  /** A domain name with at least two labels, the last one not numeric. */
  static boolean isName(String host) {
    String[] labels = host.split("\\.", -1);
    if (host.length() > MAX_LENGTH || labels.length < 2) {
      return false;
    }
    for (String label : labels) {
      if (!LABEL.matcher(label).matches()) {
        return false;
      }
    }
    return !NUMERIC.matcher(labels[labels.length - 1]).matches();
  }

  static Optional<byte[]> ipv4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length != BYTES) {
      return Optional.empty();
    }
    byte[] address = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      if (!NUMBER.matcher(parts[i]).matches() || Integer.parseInt(parts[i]) > 255) {
        return Optional.empty();
      }
      address[i] = (byte) Integer.parseInt(parts[i]);
    }
    return Optional.of(address);
  }

  /** An address without brackets and zone, optionally with a dotted end. */
  static Optional<byte[]> ipv6(String text) {
    return IPV6.matcher(text).matches() ? Ipv6Text.parse(text) : Optional.empty();
  }
}
