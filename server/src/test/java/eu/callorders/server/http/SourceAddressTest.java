package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.network.Cidr;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceAddressTest {
  private final SourceAddress sources =
      new SourceAddress(List.of(Cidr.parse("10.0.0.0/8"), Cidr.parse("2001:db8:1::/48")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          192.0.2.1       | 198.51.100.1                      | 192.0.2.1
          10.1.2.3        | 198.51.100.1                      | 198.51.100.1
          10.1.2.3        | 203.0.113.9, 198.51.100.1         | 198.51.100.1
          10.1.2.3        | 203.0.113.9, 198.51.100.1,10.0.0.7 | 198.51.100.1
          10.1.2.3        | 10.0.0.9, 10.0.0.7                | 10.0.0.9
          10.1.2.3        | 198.51.100.1, rubbish, 10.0.0.7   | 10.0.0.7
          10.1.2.3        | 198.51.100.1, rubbish             | 10.1.2.3
          10.1.2.3        | localhost                         | 10.1.2.3
          10.1.2.3        | 198.51.100.1:4711                 | 198.51.100.1
          10.1.2.3        | [2001:db8:2::1]:4711              | 2001:db8:2:0:0:0:0:1
          10.1.2.3        | ::ffff:198.51.100.1               | 198.51.100.1
          2001:db8:1:2::3 | 2001:db8:2::1                     | 2001:db8:2:0:0:0:0:1
          ::ffff:10.1.2.3 | 198.51.100.1                      | 198.51.100.1
          11.0.0.1        | 198.51.100.1                      | 11.0.0.1
          """)
  void trustsConfiguredProxiesOnly(String peer, String forwarded, String source) {
    assertThat(sources.resolve(peer, List.of(forwarded))).isEqualTo(source);
  }

  @Test
  void joinsHeaderFieldsInOrder() {
    assertThat(sources.resolve("10.0.0.1", List.of("203.0.113.9", "198.51.100.1", "10.0.0.2")))
        .isEqualTo("198.51.100.1");
    assertThat(sources.resolve("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
  }

  @Test
  void comparesBitsOfARange() {
    Cidr range = Cidr.parse("192.0.2.128/25");
    assertThat(range.contains(Cidr.literal("192.0.2.128"))).isTrue();
    assertThat(range.contains(Cidr.literal("192.0.2.255"))).isTrue();
    assertThat(range.contains(Cidr.literal("192.0.2.127"))).isFalse();
    assertThat(Cidr.parse("0.0.0.0/0").contains(Cidr.literal("192.0.2.127"))).isTrue();
    assertThat(Cidr.parse("0.0.0.0/0").contains(Cidr.literal("::1"))).isFalse();
    assertThat(Cidr.parse("192.0.2.7").contains(Cidr.literal("192.0.2.7"))).isTrue();
    assertThat(Cidr.parse("192.0.2.7").contains(Cidr.literal("192.0.2.6"))).isFalse();
    assertThat(Cidr.parse("::1/128").contains(Cidr.literal("::1"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::/129"})
  void rejectsInvalidRanges(String text) {
    assertThatThrownBy(() -> Cidr.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
