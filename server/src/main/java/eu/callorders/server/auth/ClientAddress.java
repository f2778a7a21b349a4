package eu.callorders.server.auth;

import eu.callorders.server.http.Cidr;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Where a request comes from, as far as it is told: text that may be no address at all. */
record ClientAddress(Optional<InetAddress> address) {
  private static final int NETWORK_BYTES = 8;

  static ClientAddress of(String text) {
    int zone = text.indexOf('%');
    try {
      return new ClientAddress(
          Optional.of(InetAddress.ofLiteral(zone < 0 ? text : text.substring(0, zone))));
    } catch (IllegalArgumentException e) {
      return new ClientAddress(Optional.empty());
    }
  }

  /** Whether it may be used; an empty list lets all in, what is no address is on no list. */
  boolean isOn(List<Cidr> allowlist) {
    return allowlist.isEmpty()
        || (address.isPresent()
            && allowlist.stream().anyMatch(block -> block.contains(address.get())));
  }

  /** The name of those that count as one: IPv4 one by one, IPv6 by their first 64 bits. */
  String group() {
    return address.map(ClientAddress::group).orElse("unknown");
  }

  private static String group(InetAddress address) {
    return address instanceof Inet4Address
        ? address.getHostAddress()
        : HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES) + "/64";
  }
}
