package eu.callorders.sipgateway.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of RFC 7616 and RFC 2617, and what a challenge may look like. */
class DigestCredentialsTest {
  private static final DigestCredentials MUFASA = new DigestCredentials("Mufasa", "Circle of Life");

  @ParameterizedTest
  @CsvSource({
    "MD5, 8ca523f5e9506fed4657c9700eebdbec",
    "SHA-256, 753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
  })
  void answersAsTheExamplesOfRfc7616(String algorithm, String response) {
    DigestChallenge challenge =
        DigestChallenge.parse(
                """
                Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=%s,
                nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
                opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"\
                """
                    .formatted(algorithm))
            .orElseThrow();

    assertThat(
            MUFASA.answer(
                challenge,
                "GET",
                "/dir/index.html",
                "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
                1))
        .startsWith("Digest username=\"Mufasa\", realm=\"http-auth@example.org\"")
        .contains("uri=\"/dir/index.html\"")
        .contains("response=\"" + response + "\"")
        .contains("algorithm=" + algorithm)
        .contains("nc=00000001")
        .contains("qop=auth,")
        .endsWith("opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"");
  }

  @Test
  void answersAsTheExampleOfRfc2617() {
    DigestChallenge challenge =
        DigestChallenge.parse(
                "Digest realm=\"testrealm@host.com\", qop=\"auth,auth-int\","
                    + " nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\"")
            .orElseThrow();

    assertThat(
            new DigestCredentials("Mufasa", "Circle Of Life")
                .answer(challenge, "GET", "/dir/index.html", "0a4f113b", 1))
        .contains("response=\"6629fae49393a05397450978507c4ef1\"")
        .doesNotContain("algorithm");
  }

  @Test
  void answersWithoutQopAsRfc2069() {
    DigestChallenge challenge =
        DigestChallenge.parse("Digest realm=\"biloxi.com\", nonce=\"abc\"").orElseThrow();

    assertThat(
            new DigestCredentials("bob", "zanzibar").answer(challenge, "REGISTER", "sip:b", "", 1))
        .doesNotContain("qop")
        .doesNotContain("nc=")
        .contains(
            "response=\""
                + DigestAlgorithm.MD5.hash(
                    DigestAlgorithm.MD5.hash("bob:biloxi.com:zanzibar")
                        + ":abc:"
                        + DigestAlgorithm.MD5.hash("REGISTER:sip:b"))
                + "\"");
  }

  @Test
  void selectsTheStrongestChallenge() {
    List<String> offered =
        List.of(
            "Digest realm=\"a\", nonce=\"1\", algorithm=MD5, qop=\"auth\"",
            "Digest realm=\"a\", nonce=\"2\", algorithm=SHA-512-256, qop=\"auth\"",
            "Digest realm=\"a\", nonce=\"3\", algorithm=SHA-256, qop=\"auth\"");

    assertThat(DigestChallenge.strongest(offered))
        .singleElement()
        .extracting(DigestChallenge::nonce)
        .isEqualTo("3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Basic realm=\"a\"",
        "Digest realm=\"a\"",
        "Digest nonce=\"a\"",
        "Digest realm=\"a\", nonce=\"1\", algorithm=MD5-sess",
        "Digest realm=\"a\", nonce=\"1\", qop=\"auth-int\"",
        ""
      })
  void ignoresChallengesThatItCannotAnswer(String header) {
    assertThat(DigestChallenge.parse(header)).isEmpty();
  }

  @Test
  void wrongPasswordIsTriedOnceAndAStaleNonceOnceMore() {
    String challenge = "Digest realm=\"a\", nonce=\"1\"";
    String stale = challenge + ", stale=TRUE";
    ChallengePolicy wrong = new ChallengePolicy();
    ChallengePolicy expired = new ChallengePolicy();

    assertThat(wrong.select(List.of(challenge))).hasSize(1);
    assertThat(wrong.select(List.of(challenge))).isEmpty();
    assertThat(expired.select(List.of(challenge))).hasSize(1);
    assertThat(expired.select(List.of(stale))).hasSize(1);
    assertThat(expired.select(List.of(stale))).isEmpty();
    assertThat(expired.select(List.of("Digest realm=\"b\", nonce=\"1\""))).hasSize(1);
  }

  @Test
  void eachRealmOfAResponseIsAnswered() {
    List<String> offered =
        List.of("Digest realm=\"a\", nonce=\"1\"", "Digest realm=\"b\", nonce=\"2\"");

    assertThat(new ChallengePolicy().select(offered))
        .extracting(DigestChallenge::realm)
        .containsExactly("a", "b");
  }

  @Test
  void changingRealmsAreAnsweredFourTimes() {
    ChallengePolicy policy = new ChallengePolicy();
    for (int realm = 0; realm < 4; realm++) {
      assertThat(policy.select(List.of("Digest realm=\"" + realm + "\", nonce=\"1\""))).hasSize(1);
    }

    assertThat(policy.select(List.of("Digest realm=\"4\", nonce=\"1\""))).isEmpty();
  }
}
