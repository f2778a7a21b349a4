package eu.callorders.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every block of the registries at its first and last address, and the addresses beside it. */
class PublicAddressTest {

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.255.255.255",
    "10.0.0.0, 10.255.255.255",
    "100.64.0.0, 100.127.255.255",
    "127.0.0.0, 127.255.255.255",
    "169.254.0.0, 169.254.255.255",
    "172.16.0.0, 172.31.255.255",
    "192.0.0.0, 192.0.0.255",
    "192.0.2.0, 192.0.2.255",
    "192.31.196.0, 192.31.196.255",
    "192.52.193.0, 192.52.193.255",
    "192.88.99.0, 192.88.99.255",
    "192.168.0.0, 192.168.255.255",
    "192.175.48.0, 192.175.48.255",
    "198.18.0.0, 198.19.255.255",
    "198.51.100.0, 198.51.100.255",
    "203.0.113.0, 203.0.113.255",
    "224.0.0.0, 255.255.255.255",
    "::, ::00ff:ffff",
    "::127.0.0.1, ::10.1.2.3",
    "64:ff9b::, 64:ff9b::10.0.0.1",
    "64:ff9b:1::, 64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
    "100::, 100::ffff:ffff:ffff:ffff",
    "1000::, 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001::, 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2002::, 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2620:4f:8000::, 2620:4f:8000:ffff:ffff:ffff:ffff:ffff",
    "3fff::, 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "5f00::, fc00::1",
    "fe80::1, ff02::1",
  })
  void refusesSpecialPurposeBlocks(String first, String last) throws UnknownHostException {
    assertThat(PublicAddress.isPublic(bytes(first))).as(first).isFalse();
    assertThat(PublicAddress.isPublic(bytes(last))).as(last).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1.0.0.0, 9.255.255.255",
    "11.0.0.0, 100.63.255.255",
    "100.128.0.0, 126.255.255.255",
    "128.0.0.0, 169.253.255.255",
    "169.255.0.0, 172.15.255.255",
    "172.32.0.0, 191.255.255.255",
    "192.0.1.0, 192.0.1.255",
    "192.0.3.0, 192.31.195.255",
    "192.167.255.255, 192.169.0.0",
    "198.17.255.255, 198.20.0.0",
    "203.0.112.255, 203.0.114.0",
    "223.255.255.255, 223.0.0.0",
    "::8.8.8.8, ::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8, 2001:200::",
    "2001:db7:ffff::, 2001:db9::",
    "2003::, 2a00:1450::1",
    "3ffe:ffff::, 3fff:1000::",
  })
  void allowsTheAddressesBeside(String first, String last) throws UnknownHostException {
    assertThat(PublicAddress.isPublic(bytes(first))).as(first).isTrue();
    assertThat(PublicAddress.isPublic(bytes(last))).as(last).isTrue();
  }

  @Test
  void ipv6FormsFollowTheEmbeddedAddress() {
    Random random = new Random(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] inside = new byte[4];
      random.nextBytes(inside);
      byte[] mapped = new byte[16];
      mapped[10] = mapped[11] = (byte) 0xff;
      System.arraycopy(inside, 0, mapped, 12, 4);
      assertThat(PublicAddress.isPublic(mapped)).isEqualTo(PublicAddress.isPublic(inside));
    }
  }

  @Test
  void otherLengthsAreNotPublic() {
    assertThat(PublicAddress.isPublic(new byte[0])).isFalse();
    assertThat(PublicAddress.isPublic(new byte[] {8, 8, 8})).isFalse();
    assertThat(PublicAddress.isPublic(new byte[17])).isFalse();
  }

  /** Compared with the platform's parser, which turns mapped addresses into IPv4. */
  private static byte[] bytes(String text) throws UnknownHostException {
    Optional<byte[]> parsed = text.contains(":") ? TargetHost.ipv6(text) : TargetHost.ipv4(text);
    byte[] own = parsed.orElseThrow();
    byte[] platform = InetAddress.getByName(text).getAddress();
    if (platform.length == own.length) {
      assertThat(own).isEqualTo(platform);
    }
    return own;
  }
}
