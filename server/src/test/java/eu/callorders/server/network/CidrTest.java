package eu.callorders.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.1.2.3/8, 10.0.0.1, true",
    "192.0.2.128/25, 192.0.2.127, false",
    "192.0.2.128/25, 192.0.2.128, true",
    "192.0.2.1, 192.0.2.1, true",
    "192.0.2.1, 192.0.2.2, false",
    "0.0.0.0/0, 203.0.113.9, true",
    "0.0.0.0/0, ::1, false",
    "2001:db8::/33, 2001:db8:7fff::1, true",
    "2001:db8::/33, 2001:db8:8000::1, false",
    "::ffff:10.0.0.0/8, 10.9.9.9, true",
    "10.0.0.0/8, ::ffff:10.9.9.9, true"
  })
  void containsAddressesWithSamePrefix(String range, String address, boolean held) {
    assertThat(Cidr.parse(range).contains(InetAddress.ofLiteral(address))).isEqualTo(held);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "::/129",
        "10.0.0.0/8/8",
        "a.example"
      })
  void rejectsInvalidText(String text) {
    assertThatThrownBy(() -> Cidr.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3/8, 10.0.0.0/8",
    "192.0.2.1, 192.0.2.1/32",
    "2001:DB8::/32, 2001:db8:0:0:0:0:0:0/32"
  })
  void formatsCanonically(String text, String shown) {
    assertThat(Cidr.parse(text)).hasToString(shown).isEqualTo(Cidr.parse(shown));
  }
}
