package eu.callorders.core.webhook;

import java.util.Arrays;
import java.util.List;

/**
 * Whether an address is on the public internet. Decided on the resolved bytes, never on a text, by
 * the special-purpose registries of IANA (RFC 6890 and later additions) and by the addresses of
 * clouds' metadata services.
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
          // Public by number, but the platform inside Azure, which serves credentials.
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

  /** Global unicast space without hosts: protocols, documentation, 6to4. */
  private static final List<Block> SPECIAL_IPV6 =
      List.of(
          Block.of(23, 0x20, 0x01, 0x00),
          Block.of(32, 0x20, 0x01, 0x0d, 0xb8),
          Block.of(16, 0x20, 0x02),
          Block.of(48, 0x26, 0x20, 0x00, 0x4f, 0x80, 0x00),
          Block.of(20, 0x3f, 0xff, 0x00));

  /** Metadata services: link-local addresses of most clouds, and those of AWS and Azure. */
  private static final List<Block> METADATA_IPV4 =
      List.of(Block.of(16, 169, 254), Block.of(32, 168, 63, 129, 16));

  private static final List<Block> METADATA_IPV6 =
      List.of(
          Block.of(10, 0xfe, 0x80),
          Block.of(128, 0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54));

  /** IPv6 addresses with an IPv4 address in their last four bytes. */
  private static final List<Block> IPV4_EMBEDDING =
      List.of(
          Block.of(96),
          Block.of(96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff),
          Block.of(96, 0x00, 0x64, 0xff, 0x9b));

  private PublicAddress() {}

  /**
   * Whether a connection to this address is permitted.
   *
   * @param address 4 or 16 bytes in network order; other lengths are not public
   */
  public static boolean isPublic(byte[] address) {
    return switch (address.length) {
      case IPV4_BYTES -> SPECIAL_IPV4.stream().noneMatch(block -> block.contains(address));
      case IPV6_BYTES -> isPublicIpv6(address);
      default -> false;
    };
  }

  /** Whether clouds may serve metadata, including credentials, at this address. */
  public static boolean isMetadataService(byte[] address) {
    byte[] effective = unwrapIpv4(address);
    return switch (effective.length) {
      case IPV4_BYTES -> METADATA_IPV4.stream().anyMatch(block -> block.contains(effective));
      case IPV6_BYTES -> METADATA_IPV6.stream().anyMatch(block -> block.contains(effective));
      default -> false;
    };
  }

  private static boolean isPublicIpv6(byte[] address) {
    byte[] effective = unwrapIpv4(address);
    return effective.length == IPV4_BYTES
        ? isPublic(effective)
        : GLOBAL_UNICAST_IPV6.contains(address)
            && SPECIAL_IPV6.stream().noneMatch(block -> block.contains(address));
  }

  /** The embedded IPv4 address of an IPv6 address; any other address unchanged. */
  static byte[] unwrapIpv4(byte[] address) {
    return address.length == IPV6_BYTES
            && IPV4_EMBEDDING.stream().anyMatch(block -> block.contains(address))
        ? Arrays.copyOfRange(address, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES)
        : address;
  }

  /**
   * All addresses with a prefix.
   *
   * @param start the first bytes; omitted ones are zero
   */
  private record Block(int bits, List<Integer> start) {

    static Block of(int bits, Integer... start) {
      return new Block(bits, List.of(start));
    }

    boolean contains(byte[] address) {
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
