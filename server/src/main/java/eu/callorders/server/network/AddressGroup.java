package eu.callorders.server.network;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The key by which limits count an address: the address itself for IPv4, the /64 network for IPv6.
 */
public final class AddressGroup {
  private static final int NETWORK_BYTES = 8;

  private AddressGroup() {}

  /** A host owns a /64 of IPv6, so a limit by single address would not hold. */
  public static String keyOf(String sourceAddress) {
    InetAddress address = Cidr.literal(sourceAddress);
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
        : sourceAddress;
  }
}
