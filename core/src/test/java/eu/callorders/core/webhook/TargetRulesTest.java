package eu.callorders.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.TargetRules.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetRulesTest {
  private final TargetRules rules = new TargetRules(Set.of("localhost:9000", "127.0.0.1:9000"));

  @ParameterizedTest
  @CsvSource({
    "https://example.com, example.com, 443, /",
    "https://example.com/, example.com, 443, /",
    "HTTPS://EXAMPLE.com/Hooks?a=B, example.com, 443, /Hooks?a=B",
    "https://example.com:443/x, example.com, 443, /x",
    "https://example.com:8443/x, example.com, 8443, /x",
    "https://example.com?x=1, example.com, 443, /?x=1",
    "https://xn--bcher-kva.example/h%C3%A4, xn--bcher-kva.example, 443, /h%C3%A4",
    "https://a-b.c_d.example/, a-b.c_d.example, 443, /",
    "https://8.8.8.8/hook, 8.8.8.8, 443, /hook",
    "https://[2a00:1450::1]/x, 2a00:1450::1, 443, /x",
    "https://[::ffff:8.8.8.8]/, ::ffff:8.8.8.8, 443, /",
    "https://[64:ff9b::8.8.8.8]/, 64:ff9b::8.8.8.8, 443, /",
  })
  void parsesAllowedUrls(String text, String host, int port, String target) {
    assertThat(rules.validate(text))
        .isInstanceOfSatisfying(
            Verdict.Allowed.class,
            allowed -> {
              assertThat(allowed.url().secure()).isTrue();
              assertThat(allowed.url().host()).isEqualTo(host);
              assertThat(allowed.url().port()).isEqualTo(port);
              assertThat(allowed.url().target()).isEqualTo(target);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://example.com/ | SCHEME",
        "ftp://example.com/x | SCHEME",
        "//example.com/hook | SCHEME",
        "javascript:alert(1) | SCHEME",
        "file:///etc/passwd | SCHEME",
        "example.com/hooks | SCHEME",
        "https:/example.com | SYNTAX",
        "https:example.com/ | SYNTAX",
        "https:\\\\example.com | SYNTAX",
        "https://a.b | SYNTAX",
        "https://example.com/a b | SYNTAX",
        "https://example.com/a\\b | SYNTAX",
        "https://example.com/%zz | SYNTAX",
        "https://example.com/% | SYNTAX",
        "https://example.com/ä | SYNTAX",
        "https://example.com/<x> | SYNTAX",
        "https://example.com/\"x\" | SYNTAX",
        "https://user@example.com/ | USER_INFO",
        "https://user:pass@example.com/ | USER_INFO",
        "https://example.com@127.0.0.1/ | USER_INFO",
        "https://127.0.0.1:443@example.com/ | USER_INFO",
        "https://@example.com/ | USER_INFO",
        "https://example.com/#x | FRAGMENT",
        "https://example.com/# | FRAGMENT",
        "https://example.com#@127.0.0.1/ | FRAGMENT",
        "https://example.com:80/ | PORT",
        "https://example.com:22/ | PORT",
        "https://example.com:0/x | PORT",
        "https://example.com:65536/ | PORT",
        "https://example.com:99999/ | PORT",
        "https://example.com:/xy | HOST",
        "https://example.com:+443/ | HOST",
        "https://example.com:443:443/ | HOST",
        "https:///example.com | HOST",
        "https://?example.com | HOST",
        "https://localhost/ | HOST",
        "https://intranet/x | HOST",
        "https://example.com./ | HOST",
        "https://.example.com/ | HOST",
        "https://exa..mple.com/ | HOST",
        "https://-example.com/ | HOST",
        "https://example-.com/ | HOST",
        "https://exa%6dple.com/ | HOST",
        "https://127.0.0.1%00.example.com/ | HOST",
        "https://exämple.com/ | HOST",
        "https://①②⑦.0.0.1/ | HOST",
        "https://example。com/ | HOST",
        "https://127.0.0.1/ | HOST",
        "https://127.1/xxxx | HOST",
        "https://127.0.1/xx | HOST",
        "https://2130706433/ | HOST",
        "https://0x7f000001/ | HOST",
        "https://0x7f.0.0.1/ | HOST",
        "https://0177.0.0.1/ | HOST",
        "https://017700000001/ | HOST",
        "https://127.0.0.01/ | HOST",
        "https://8.8.8.8.8/ | HOST",
        "https://8.8.8/xxx | HOST",
        "https://8.8.8.256/ | HOST",
        "https://example.0x7f/ | HOST",
        "https://example.127/ | HOST",
        "https://example.0x/ | HOST",
        "https://10.0.0.1/x | HOST",
        "https://169.254.169.254/latest | HOST",
        "https://[::1]/xxx | HOST",
        "https://[::]/xxxx | HOST",
        "https://[::ffff:127.0.0.1]/ | HOST",
        "https://[::ffff:7f00:1]/ | HOST",
        "https://[64:ff9b::a00:1]/ | HOST",
        "https://[64:ff9b:1::808:808]/ | HOST",
        "https://[fe80::1]/ | HOST",
        "https://[fe80::1%25eth0]/ | HOST",
        "https://[fc00::1]/ | HOST",
        "https://[2002:808:808::1]/ | HOST",
        "https://[2001:0:1::1]/ | HOST",
        "https://[2001:db8::1]/ | HOST",
        "https://[2a00::1::2]/ | HOST",
        "https://[2a00:1:2:3:4:5:6]/ | HOST",
        "https://[2a00:1:2:3:4:5:6:7:8]/ | HOST",
        "https://[2a00:1:2:3:4:5:6:7::]/ | HOST",
        "https://[2a00::12345]/ | HOST",
        "https://[2a00::8.8.8.8.8]/ | HOST",
        "https://[8.8.8.8]/ | HOST",
        "https://[]/xxxxx | HOST",
        "https://[2a00::1/ | HOST",
        "https://2a00::1/ | HOST",
        "https://localhost:9001/ | PORT",
        "http://localhost:9001/ | SCHEME",
      })
  void namesTheViolatedRule(String text, TargetRule rule) {
    assertThat(rules.validate(text)).isEqualTo(new Verdict.Refused(rule));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/\r\nX: y",
        "https://example.com\r\n.evil.example/",
        "https://example.com/\u0000",
        "https://example.com\u0000/",
        "https://exam\tple.com/",
        " https://example.com/",
        "https://example.com/ ",
        "\u00a0https://example.com/",
        "https://example.com/\u2028",
      })
  void refusesCharactersThatCouldSplitARequest(String text) {
    assertThat(rules.validate(text)).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void refusesUrlsAboveTheMaximumLength() {
    String longest = "https://example.com/" + "x".repeat(2048 - 20);
    assertThat(rules.validate(longest)).isInstanceOf(Verdict.Allowed.class);
    assertThat(rules.validate(longest + "x")).isEqualTo(new Verdict.Refused(TargetRule.SYNTAX));
  }

  @Test
  void allowsExtraTargetsWithAndWithoutTls() {
    assertThat(rules.validate("http://localhost:9000/hook")).isInstanceOf(Verdict.Allowed.class);
    assertThat(rules.validate("https://127.0.0.1:9000/hook")).isInstanceOf(Verdict.Allowed.class);
    assertThat(rules.validate("http://LOCALHOST:9000/hook")).isInstanceOf(Verdict.Allowed.class);
  }

  @Test
  void requiresAllAddressesOfAHostToBePublic() {
    TargetUrl url = ((Verdict.Allowed) rules.validate("https://example.com/")).url();
    byte[] publicAddress = {8, 8, 8, 8};
    byte[] privateAddress = {10, 0, 0, 1};
    assertThat(rules.validate(url, List.of(publicAddress), List.of())).isEmpty();
    assertThat(rules.validate(url, List.of(publicAddress, privateAddress), List.of()))
        .contains(TargetRule.ADDRESS);
    assertThat(rules.validate(url, List.of(), List.of())).contains(TargetRule.ADDRESS);
    assertThat(rules.validate(url, List.of(publicAddress), List.of(publicAddress.clone())))
        .contains(TargetRule.ADDRESS);
  }

  @Test
  void extraTargetsMayResolveToAnyAddress() {
    TargetUrl url = ((Verdict.Allowed) rules.validate("http://localhost:9000/")).url();
    assertThat(rules.validate(url, List.of(new byte[] {127, 0, 0, 1}), List.of())).isEmpty();
    assertThat(rules.validate(url, List.of(), List.of())).contains(TargetRule.ADDRESS);
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/, example.com",
    "https://example.com:8443/, example.com:8443",
    "https://[2a00::1]:8443/, [2a00::1]:8443",
    "https://[2a00::1]/, [2a00::1]",
    "http://localhost:9000/, localhost:9000",
  })
  void formatsTheHostHeader(String text, String authority) {
    assertThat(((Verdict.Allowed) rules.validate(text)).url().authority()).isEqualTo(authority);
  }
}
