package eu.callorders.server.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An address range such as {@code 203.0.113.0/24} or {@code 2001:db8::/32}. An IPv4-mapped IPv6
 * address equals its IPv4 address.
 */
public final class Cidr {
  /** 4 or 16 bytes, host bits zero. */
  private final byte[] network;

  /** Number of leading bits that are compared. */
  private final int prefix;

  private Cidr(byte[] address, int prefix) {
    this.network = masked(address, prefix);
    this.prefix = prefix;
  }

  /**
   * Reads an address with or without {@code /prefix}; without one the range is that address. Host
   * bits are dropped.
   *
   * @throws IllegalArgumentException for any other text; names are never resolved
   */
  public static Cidr parse(String text) {
    String[] parts = text.split("/", 2);
    byte[] address = InetAddress.ofLiteral(parts[0]).getAddress();
    int bits = address.length * Byte.SIZE;
    int prefix = parts.length == 1 ? bits : prefix(parts[1]);
    if (prefix > bits) {
      throw new IllegalArgumentException("prefix longer than the address: " + text);
    }
    return new Cidr(address, prefix);
  }

  /** The address; null when the text is not one. Names are never resolved. */
  public static @Nullable InetAddress literal(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  public int prefix() {
    return prefix;
  }

  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == network.length && Arrays.equals(masked(bytes, prefix), network);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cidr cidr
        && prefix == cidr.prefix
        && Arrays.equals(network, cidr.network);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(network) + prefix;
  }

  /** The format that {@link #parse} reads. */
  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(network).getHostAddress() + "/" + prefix;
    } catch (UnknownHostException e) {
      throw new IllegalStateException(HexFormat.of().formatHex(network), e);
    }
  }

  private static int prefix(String digits) {
    if (!digits.matches("[0-9]{1,3}")) {
      throw new IllegalArgumentException("not a prefix length: " + digits);
    }
    return Integer.parseInt(digits);
  }

  private static byte[] masked(byte[] address, int prefix) {
    byte[] masked = address.clone();
    for (int i = 0; i < masked.length; i++) {
      int bits = Math.clamp(prefix - i * (long) Byte.SIZE, 0, Byte.SIZE);
      masked[i] &= (byte) (0xff << (Byte.SIZE - bits));
    }
    return masked;
  }
}
