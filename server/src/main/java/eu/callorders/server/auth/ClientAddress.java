package eu.callorders.server.auth;

import eu.callorders.server.network.Cidr;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The source address of a request; the text may not be an address. */
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

  /** Whether the allowlist admits the address; an empty list admits all. */
  boolean isAllowedBy(List<Cidr> allowlist) {
    return allowlist.isEmpty()
        || (address.isPresent()
            && allowlist.stream().anyMatch(block -> block.contains(address.get())));
  }

  /** The key by which addresses are counted: IPv4 single, IPv6 by /64. */
  String group() {
    return address.map(ClientAddress::group).orElse("unknown");
  }

  private static String group(InetAddress address) {
    return address instanceof Inet4Address
        ? address.getHostAddress()
        : HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES) + "/64";
  }
}
