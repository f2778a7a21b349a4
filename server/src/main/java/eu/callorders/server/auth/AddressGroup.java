package eu.callorders.server.auth;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** Addresses that count as one source: IPv4 one by one, IPv6 by their first 64 bits. */
final class AddressGroup {
  private static final int NETWORK_BYTES = 8;

  private AddressGroup() {}

  /** The name of the group; what is no address is a group of its own. */
  static String of(String sourceAddress) {
    return Cidr.address(sourceAddress).map(AddressGroup::name).orElse("unknown");
  }

  private static String name(InetAddress address) {
    return address instanceof Inet4Address
        ? address.getHostAddress()
        : HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES) + "/64";
  }
}
