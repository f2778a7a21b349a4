package eu.callorders.server.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** Which addresses count as one: IPv4 one by one, IPv6 by network. */
final class AddressGroup {
  private static final int NETWORK_BYTES = 8;

  private AddressGroup() {}

  /** A host owns a /64 of IPv6: counting single addresses would count nothing. */
  static String of(String sourceAddress) {
    InetAddress address = Cidr.literal(sourceAddress);
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
        : sourceAddress;
  }
}
