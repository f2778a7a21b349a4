package eu.callorders.core.webhook;

import java.util.Arrays;
import java.util.List;

/**
 * Whether an address belongs to somebody on the public internet. Decided on the resolved bytes,
 * never on a text, by the special-purpose registries of IANA (RFC 6890 and what was added since),
 * and by what clouds answer their own machines at.
 */
public final class PublicAddress {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  private static final List<Block> SPECIAL_IPV4 =
      List.of(
          Block.of(8, 0),
          Block.of(8, 10),
          Block.of(10, 100, 64),
          Block.of(8, 127),
          // Publicly numbered, but inside Azure the platform itself, which hands out credentials.
          Block.of(32, 168, 63, 129, 16),
          Block.of(16, 169, 254),
          Block.of(12, 172, 16),
          Block.of(24, 192, 0, 0),
          Block.of(24, 192, 0, 2),
          Block.of(24, 192, 31, 196),
          Block.of(24, 192, 52, 193),
          Block.of(24, 192, 88, 99),
          Block.of(16, 192, 168),
          Block.of(24, 192, 175, 48),
          Block.of(15, 198, 18),
          Block.of(24, 198, 51, 100),
          Block.of(24, 203, 0, 113),
          Block.of(4, 224),
          Block.of(4, 240));

  private static final Block GLOBAL_UNICAST_IPV6 = Block.of(3, 0x20);

  /** Parts of the global unicast space that are not somebody's: protocols, documents, 6to4. */
  private static final List<Block> SPECIAL_IPV6 =
      List.of(
          Block.of(23, 0x20, 0x01, 0x00),
          Block.of(32, 0x20, 0x01, 0x0d, 0xb8),
          Block.of(16, 0x20, 0x02),
          Block.of(48, 0x26, 0x20, 0x00, 0x4f, 0x80, 0x00),
          Block.of(20, 0x3f, 0xff, 0x00));

  /** Link-local addresses, at which most clouds do that, and those of AWS and Azure beside them. */
  private static final List<Block> METADATA_IPV4 =
      List.of(Block.of(16, 169, 254), Block.of(32, 168, 63, 129, 16));

  private static final List<Block> METADATA_IPV6 =
      List.of(
          Block.of(10, 0xfe, 0x80),
          Block.of(128, 0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54));

  /** IPv6 addresses that stand for the IPv4 address in their last four bytes. */
  private static final List<Block> IPV4_INSIDE =
      List.of(
          Block.of(96),
          Block.of(96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff),
          Block.of(96, 0x00, 0x64, 0xff, 0x9b));

  private PublicAddress() {}

  /**
   * Whether a connection to this address may be made.
   *
   * @param address 4 or 16 bytes in network order; anything else is not an address
   */
  public static boolean isPublic(byte[] address) {
    return switch (address.length) {
      case IPV4_BYTES -> SPECIAL_IPV4.stream().noneMatch(block -> block.holds(address));
      case IPV6_BYTES -> isPublicIpv6(address);
      default -> false;
    };
  }

  /** Whether clouds may answer their own machines there, also with credentials. */
  public static boolean isMetadataService(byte[] address) {
    byte[] meant = meant(address);
    return switch (meant.length) {
      case IPV4_BYTES -> METADATA_IPV4.stream().anyMatch(block -> block.holds(meant));
      case IPV6_BYTES -> METADATA_IPV6.stream().anyMatch(block -> block.holds(meant));
      default -> false;
    };
  }

  private static boolean isPublicIpv6(byte[] address) {
    byte[] meant = meant(address);
    return meant.length == IPV4_BYTES
        ? isPublic(meant)
        : GLOBAL_UNICAST_IPV6.holds(address)
            && SPECIAL_IPV6.stream().noneMatch(block -> block.holds(address));
  }

  /** The IPv4 address inside of an IPv6 address that stands for one; any other as it is. */
  static byte[] meant(byte[] address) {
    return address.length == IPV6_BYTES
            && IPV4_INSIDE.stream().anyMatch(block -> block.holds(address))
        ? Arrays.copyOfRange(address, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES)
        : address;
  }

  /**
   * All addresses that begin with these bits.
   *
   * @param start the first bytes; those that are not given are zero
   */
  private record Block(int bits, List<Integer> start) {

    static Block of(int bits, Integer... start) {
      return new Block(bits, List.of(start));
    }

    boolean holds(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int expected = bit / Byte.SIZE < start.size() ? start.get(bit / Byte.SIZE) : 0;
        int mask = 0x80 >> (bit % Byte.SIZE);
        if ((address[bit / Byte.SIZE] & mask) != (expected & mask)) {
          return false;
        }
      }
      return true;
    }
  }
}
