package eu.callorders.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Addresses with known verdicts, compared with a second implementation. */
class AddressTableTest {
  private static final int RANDOM = 300_000;

  /** The registries as published; all their blocks are refused. */
  private static final List<Prefix> IPV4 =
      prefixes(
          "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12"
              + " 192.0.0.0/24 192.0.0.0/29 192.0.0.8/32 192.0.0.9/32 192.0.0.10/32"
              + " 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24"
              + " 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24"
              + " 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32 224.0.0.0/4 168.63.129.16/32");

  private static final List<Prefix> IPV6 =
      prefixes(
          "::/128 ::1/128 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32"
              + " 2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32"
              + " 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16"
              + " 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8");

  /** Blocks that the IETF has not assigned. */
  private static final List<Prefix> UNASSIGNED =
      prefixes(
          "::/3 4000::/3 6000::/3 8000::/3 a000::/3 c000::/3 e000::/4 f000::/5 f800::/6 fe00::/9");

  private static final List<BigInteger> IPV4_EMBEDDING =
      List.of(
          BigInteger.ZERO,
          BigInteger.valueOf(0xffff),
          new BigInteger("64ff9b0000000000000000", 16));

  private final Random random = new Random(20);

  @ParameterizedTest(name = "{0} is {1}, {2}")
  @MethodSource("table")
  void followsTheRegistries(String address, String verdict, String reason) {
    assertThat(PublicAddress.isPublic(bytes(address))).isEqualTo(verdict.equals("public"));
  }

  static Stream<Object[]> table() {
    return TableFile.rows("addresses.txt").stream().map(List::toArray);
  }

  @Test
  void tableIsLongAndWithoutDuplicates() {
    List<List<String>> rows = TableFile.rows("addresses.txt");
    assertThat(rows).hasSizeGreaterThan(400).allSatisfy(row -> assertThat(row).hasSize(3));
    assertThat(rows).extracting(row -> row.get(1)).containsOnly("public", "refused");
    assertThat(rows).extracting(row -> Arrays.toString(bytes(row.get(0)))).doesNotHaveDuplicates();
  }

  @Test
  void tableAgreesWithTheSecondImplementation() {
    for (List<String> row : TableFile.rows("addresses.txt")) {
      assertThat(isPublic(bytes(row.get(0))))
          .as(row.toString())
          .isEqualTo(row.get(1).equals("public"));
    }
  }

  @Test
  void agreesWithTheSecondImplementationOnRandomAddresses() {
    int open = 0;
    for (int i = 0; i < RANDOM; i++) {
      byte[] address = address();
      boolean expected = isPublic(address);
      open += expected ? 1 : 0;
      if (PublicAddress.isPublic(address) != expected) {
        assertThat(PublicAddress.isPublic(address))
            .as(Arrays.toString(address))
            .isEqualTo(expected);
      }
    }
    assertThat(open).isBetween(RANDOM / 10, RANDOM - RANDOM / 10);
  }

  /** Random, next to a boundary, or inside another address. */
  private byte[] address() {
    return switch (random.nextInt(5)) {
      case 0 -> random(4);
      case 1 -> near(IPV4, 4);
      case 2 -> near(random.nextBoolean() ? IPV6 : UNASSIGNED, 16);
      case 3 -> inside(random.nextBoolean() ? random(4) : near(IPV4, 4));
      default -> {
        byte[] address = random(16);
        if (random.nextBoolean()) {
          address[0] = (byte) (0x20 | (address[0] & 0x1f));
        }
        yield address;
      }
    };
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] near(List<Prefix> prefixes, int length) {
    Prefix prefix = prefixes.get(random.nextInt(prefixes.size()));
    BigInteger edge = random.nextBoolean() ? prefix.first() : prefix.last();
    return bytes(edge.add(BigInteger.valueOf(random.nextInt(9) - 4)), length);
  }

  private byte[] inside(byte[] ipv4) {
    BigInteger prefix = IPV4_EMBEDDING.get(random.nextInt(IPV4_EMBEDDING.size()));
    return bytes(prefix.shiftLeft(32).add(new BigInteger(1, ipv4)), 16);
  }

  private static byte[] bytes(BigInteger value, int length) {
    byte[] all = value.mod(BigInteger.ONE.shiftLeft(8 * length)).toByteArray();
    byte[] bytes = new byte[length];
    int from = Math.max(0, all.length - length);
    System.arraycopy(all, from, bytes, length - (all.length - from), all.length - from);
    return bytes;
  }

  /** The second implementation, by numbers and prefixes. */
  private static boolean isPublic(byte[] address) {
    BigInteger value = new BigInteger(1, address);
    if (address.length == 4) {
      return IPV4.stream().noneMatch(prefix -> prefix.contains(value));
    }
    if (IPV4_EMBEDDING.contains(value.shiftRight(32))) {
      return isPublic(Arrays.copyOfRange(address, 12, 16));
    }
    return Stream.concat(IPV6.stream(), UNASSIGNED.stream()).noneMatch(p -> p.contains(value));
  }

  private record Prefix(BigInteger first, BigInteger last) {
    boolean contains(BigInteger value) {
      return value.compareTo(first) >= 0 && value.compareTo(last) <= 0;
    }
  }

  private static List<Prefix> prefixes(String list) {
    List<Prefix> prefixes = new ArrayList<>();
    for (String one : list.split(" ")) {
      byte[] address = bytes(one.substring(0, one.indexOf('/')));
      int free = 8 * address.length - Integer.parseInt(one.substring(one.indexOf('/') + 1));
      BigInteger first = new BigInteger(1, address);
      prefixes.add(
          new Prefix(first, first.add(BigInteger.ONE.shiftLeft(free)).subtract(BigInteger.ONE)));
    }
    return prefixes;
  }

  /** By the platform's parser, without its conversion of mapped addresses. */
  private static byte[] bytes(String text) {
    try {
      if (!text.startsWith("::ffff:") || text.startsWith("::ffff:0:")) {
        return InetAddress.getByName(text).getAddress();
      }
      byte[] inside = Inet6Address.getByName("::fffe:" + text.substring(7)).getAddress();
      inside[11] = (byte) 0xff;
      return inside;
    } catch (UnknownHostException e) {
      throw new AssertionError(text, e);
    }
  }
}
