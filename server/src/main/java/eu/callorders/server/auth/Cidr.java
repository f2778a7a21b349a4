package eu.callorders.server.auth;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A block of addresses, such as {@code 192.0.2.0/24} or {@code 2001:db8::/32}; an address alone is
 * a block of one. IPv4 addresses in IPv6 spelling are IPv4 addresses.
 */
public final class Cidr {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
  private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");

  private final byte[] network;
  private final int prefixLength;

  private Cidr(byte[] network, int prefixLength) {
    this.network = network;
    this.prefixLength = prefixLength;
  }

  /** Reads a block; bits past the prefix do not matter. */
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    Optional<InetAddress> address = address(host);
    if (address.isEmpty()) {
      return Optional.empty();
    }
    byte[] network = address.get().getAddress();
    if (slash < 0) {
      return Optional.of(new Cidr(network, network.length * Byte.SIZE));
    }
    String length = text.substring(slash + 1);
    boolean mapped = address.get() instanceof Inet4Address && host.contains(":");
    if (mapped || !PREFIX_LENGTH.matcher(length).matches()) {
      return Optional.empty();
    }
    int prefixLength = Integer.parseInt(length);
    return prefixLength > network.length * Byte.SIZE
        ? Optional.empty()
        : Optional.of(new Cidr(network, prefixLength));
  }

  /** Whether the block holds this address; what is no address is in no block. */
  public boolean contains(String address) {
    return address(address).map(one -> startsAlike(one.getAddress())).orElse(false);
  }

  private boolean startsAlike(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    for (int bit = 0; bit < prefixLength; bit++) {
      int mask = 0x80 >>> (bit % Byte.SIZE);
      if (((address[bit / Byte.SIZE] ^ network[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Reads an address literal and never asks a name server. */
  static Optional<InetAddress> address(String text) {
    String literal = text.contains("%") ? text.substring(0, text.indexOf('%')) : text;
    if (!IPV4.matcher(literal).matches() && !IPV6.matcher(literal).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(literal));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
