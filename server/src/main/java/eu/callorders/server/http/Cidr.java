package eu.callorders.server.http;

import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A range of addresses, such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}. */
public final class Cidr {
  private final byte[] network;
  private final int prefix;

  private Cidr(byte[] network, int prefix) {
    this.network = network;
    this.prefix = prefix;
  }

  /**
   * Reads a range; an address alone is a range of one. Throws {@link IllegalArgumentException} for
   * anything else; names are never resolved.
   */
  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    InetAddress address = literal(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      throw new IllegalArgumentException("not an address range: " + text);
    }
    byte[] bytes = address.getAddress();
    int longest = bytes.length * Byte.SIZE;
    int prefix = slash < 0 ? longest : Integer.parseInt(text.substring(slash + 1));
    if (prefix < 0 || prefix > longest) {
      throw new IllegalArgumentException("not an address range: " + text);
    }
    return new Cidr(bytes, prefix);
  }

  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length != network.length) {
      return false;
    }
    int whole = prefix / Byte.SIZE;
    if (!Arrays.equals(bytes, 0, whole, network, 0, whole)) {
      return false;
    }
    int rest = prefix % Byte.SIZE;
    return rest == 0 || (bytes[whole] ^ network[whole]) >> (Byte.SIZE - rest) == 0;
  }

  /** The address that the text spells; null when it spells none. */
  static @Nullable InetAddress literal(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
