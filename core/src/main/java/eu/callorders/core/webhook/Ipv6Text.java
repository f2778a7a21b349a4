package eu.callorders.core.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The text form of IPv6 addresses (RFC 4291, section 2.2), without a zone. */
final class Ipv6Text {
  private static final int GROUPS = 8;
  private static final int BITS = 8;
  private static final Pattern GROUP = Pattern.compile("[0-9a-f]{1,4}");

  private Ipv6Text() {}

  static Optional<byte[]> parse(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return Optional.empty();
    }
    Optional<List<Integer>> head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    Optional<List<Integer>> tail = groups(gap < 0 ? "" : text.substring(gap + 2), true);
    if (head.isEmpty() || tail.isEmpty()) {
      return Optional.empty();
    }
    int missing = GROUPS - head.get().size() - tail.get().size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      return Optional.empty();
    }
    List<Integer> groups = new ArrayList<>(head.get());
    for (int i = 0; i < missing; i++) {
      groups.add(0);
    }
    groups.addAll(tail.get());
    return Optional.of(bytes(groups));
  }

  /**
   * The groups on one side of the gap.
   *
   * @param last whether the address ends here: an IPv4 address may stand for the last two groups
   */
  private static Optional<List<Integer>> groups(String side, boolean last) {
    List<Integer> groups = new ArrayList<>();
    if (side.isEmpty()) {
      return Optional.of(groups);
    }
    String[] parts = side.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (GROUP.matcher(parts[i]).matches()) {
        groups.add(Integer.parseInt(parts[i], 16));
        continue;
      }
      Optional<byte[]> ipv4 =
          last && i == parts.length - 1 ? TargetHost.ipv4(parts[i]) : Optional.empty();
      if (ipv4.isEmpty()) {
        return Optional.empty();
      }
      byte[] b = ipv4.get();
      groups.add(((b[0] & 0xff) << BITS) | (b[1] & 0xff));
      groups.add(((b[2] & 0xff) << BITS) | (b[3] & 0xff));
    }
    return Optional.of(groups);
  }

  private static byte[] bytes(List<Integer> groups) {
    byte[] address = new byte[GROUPS * 2];
    for (int i = 0; i < GROUPS; i++) {
      address[2 * i] = (byte) (groups.get(i) >> BITS);
      address[2 * i + 1] = (byte) (int) groups.get(i);
    }
    return address;
  }
}
