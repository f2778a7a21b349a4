package eu.callorders.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.TargetRules.Verdict;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** URLs about which parsers disagree, each with its expected result. */
class UrlTableTest {
  private static final int MIXED = 100_000;

  private final TargetRules rules = new TargetRules(Set.of());

  @ParameterizedTest(name = "{0}: {1}, {2}")
  @MethodSource("table")
  void refusesByTheRuleOrParsesExactly(String verdict, String url, String reason) {
    assertThat(read(rules.validate(url))).isEqualTo(verdict);
  }

  static Stream<Object[]> table() {
    return TableFile.rows("urls.txt").stream().map(List::toArray);
  }

  private static String read(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused refused -> refused.rule().name();
      case Verdict.Allowed allowed -> allowed.url().host() + " " + allowed.url().port();
    };
  }

  @Test
  void tableIsLongAndWithoutDuplicates() {
    List<List<String>> rows = TableFile.rows("urls.txt");
    assertThat(rows).hasSizeGreaterThan(300).allSatisfy(row -> assertThat(row).hasSize(3));
    assertThat(rows).extracting(row -> row.get(1)).doesNotHaveDuplicates();
    assertThat(rows)
        .extracting(row -> row.get(0))
        .contains("SYNTAX", "SCHEME", "USER_INFO", "FRAGMENT", "PORT", "HOST");
  }

  /** The platform's parser agrees on the parts of every allowed URL. */
  @Test
  void allowedUrlsHaveOneMeaning() throws URISyntaxException {
    for (List<String> row : TableFile.rows("urls.txt")) {
      if (rules.validate(row.get(1)) instanceof Verdict.Allowed allowed) {
        agrees(row.get(1), allowed.url());
      }
    }
  }

  /** Random mixtures of the URLs above are refused or parsed alike by both. */
  @Test
  void randomMixturesHaveOneMeaningOrAreRefused() throws URISyntaxException {
    Random random = new Random(8);
    List<String> pieces = new ArrayList<>();
    for (List<String> row : TableFile.rows("urls.txt")) {
      pieces.addAll(
          Arrays.asList(row.get(1).split("(?<=[/@:?#\\\\\\]\\[])|(?=[/@:?#\\\\\\]\\[])")));
    }
    int allowed = 0;
    for (int i = 0; i < MIXED; i++) {
      StringBuilder text = new StringBuilder("https://");
      for (int piece = random.nextInt(1, 6); piece > 0; piece--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      if (rules.validate(text.toString()) instanceof Verdict.Allowed verdict) {
        agrees(text.toString(), verdict.url());
        allowed++;
      }
    }
    assertThat(allowed).isGreaterThan(MIXED / 100);
  }

  private static void agrees(String text, TargetUrl url) throws URISyntaxException {
    URI platform = new URI(text);
    String host = url.ipv6() ? "[" + url.host() + "]" : url.host();
    if (platform.getHost() == null) {
      // To it underscores, and a leading digit of the last label, are no host.
      String authority = platform.getRawAuthority().toLowerCase(Locale.ROOT);
      assertThat(authority.replaceAll(":[0-9]+$", "")).as(text).isEqualTo(host);
    } else {
      assertThat(platform.getHost()).as(text).isEqualToIgnoringCase(host);
      assertThat(platform.getPort() < 0 ? 443 : platform.getPort()).as(text).isEqualTo(url.port());
    }
    assertThat(platform.getUserInfo()).as(text).isNull();
    assertThat(platform.getFragment()).as(text).isNull();
    String path = platform.getRawPath().isEmpty() ? "/" : platform.getRawPath();
    String query = platform.getRawQuery() == null ? "" : "?" + platform.getRawQuery();
    assertThat(url.target()).as(text).isEqualTo(path + query).matches("/[!-~]*");
  }

  @Test
  void refusesAddressesOfThisMachineInEveryForm() {
    TargetUrl url = ((Verdict.Allowed) rules.validate("https://example.com/")).url();
    byte[] own = {8, 8, 4, 4};
    for (String form : List.of("8.8.4.4", "::ffff:8.8.4.4", "::8.8.4.4", "64:ff9b::8.8.4.4")) {
      byte[] address = form.contains(":") ? TargetHost.ipv6(form).orElseThrow() : own.clone();
      assertThat(rules.validate(url, List.of(address), List.of(own)))
          .as(form)
          .contains(TargetRule.ADDRESS);
      assertThat(rules.validate(url, List.of(own), List.of(address)))
          .as(form)
          .contains(TargetRule.ADDRESS);
      assertThat(rules.validate(url, List.of(address), List.of(new byte[] {8, 8, 4, 5})))
          .as(form)
          .isEmpty();
    }
  }

  /** Extra targets need a valid port, and the Host header names it. */
  @Test
  void extraTargetsStillNeedAValidPort() {
    TargetRules extra =
        new TargetRules(Set.of("localhost:0", "localhost:65536", "localhost:443", "localhost:80"));
    assertThat(read(extra.validate("http://localhost:0/"))).isEqualTo("SCHEME");
    assertThat(read(extra.validate("http://localhost:65536/"))).isEqualTo("SCHEME");
    assertThat(read(extra.validate("https://localhost:0/"))).isEqualTo("PORT");
    assertThat(authority(extra.validate("http://localhost:443/"))).isEqualTo("localhost:443");
    assertThat(authority(extra.validate("https://localhost:443/"))).isEqualTo("localhost");
    assertThat(authority(extra.validate("http://localhost/"))).isEqualTo("localhost");
    assertThat(authority(extra.validate("https://localhost:80/"))).isEqualTo("localhost:80");
  }

  private static String authority(Verdict verdict) {
    return ((Verdict.Allowed) verdict).url().authority();
  }
}
