package eu.callorders.server.auth;

import static eu.callorders.server.auth.TokenForge.GENERATED;
import static eu.callorders.server.auth.TokenForge.ISSUER;
import static eu.callorders.server.auth.TokenForge.KEY;
import static eu.callorders.server.auth.TokenForge.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TokenVerifierTest {
  private final TokenVerifier verifier =
      new TokenVerifier(
          () -> ISSUER,
          kid -> kid.equals(KEY.kid()) ? Optional.of(KEY.publicKey()) : Optional.empty());

  @Test
  void acceptsTokenOfSigner() {
    AccessToken token =
        new AccessToken(
            new UUID(3, 4),
            TokenForge.TENANT,
            TokenForge.CLIENT,
            TokenForge.SECRET,
            Set.of(Scope.EVENTS_READ, Scope.ORDERS_WRITE),
            NOW,
            NOW.plus(AccessToken.LIFETIME));

    assertThat(verifier.verify(TokenSigner.sign(token, ISSUER, KEY), NOW))
        .isEqualTo(new TokenVerification.Valid(token, KEY.kid()));
  }

  @Test
  void acceptsTokenWithoutDefect() {
    assertAccepted(GENERATED.valid(), NOW);
  }

  @Test
  void acceptsAudienceArray() {
    assertAccepted(
        GENERATED.withClaims(claims -> claims.putArray("aud").add("x").add(ISSUER.baseUrl())), NOW);
  }

  @Test
  void acceptsTokenWithoutScope() {
    assertAccepted(GENERATED.withClaims(claims -> claims.put("scope", "")), NOW);
  }

  @Test
  void toleratesThirtySecondsOfClockDifference() {
    Instant expiry = NOW.plus(AccessToken.LIFETIME);
    assertAccepted(GENERATED.valid(), expiry.plusSeconds(29));
    assertRefused(GENERATED.valid(), expiry.plusSeconds(30));
    assertAccepted(GENERATED.valid(), NOW.minusSeconds(30));
    assertRefused(GENERATED.valid(), NOW.minusSeconds(31));
    long soon = NOW.plus(Duration.ofSeconds(30)).getEpochSecond();
    assertAccepted(GENERATED.withClaims(claims -> claims.put("nbf", soon)), NOW);
    assertRefused(GENERATED.withClaims(claims -> claims.put("nbf", soon + 1)), NOW);
  }

  @Test
  void acceptsTimesAfter2038() {
    long later = 4_102_444_800L;
    String token =
        GENERATED.withClaims(
            claims ->
                claims.put("iat", later).put("exp", later + AccessToken.LIFETIME.toSeconds()));
    assertAccepted(token, Instant.ofEpochSecond(later));
  }

  @Test
  void distinguishesUnknownKeyFromInvalidToken() {
    TokenVerifier keyless = new TokenVerifier(() -> ISSUER, kid -> Optional.empty());

    assertThat(keyless.verify(GENERATED.valid(), NOW))
        .isEqualTo(new TokenVerification.UnknownKey(KEY.kid()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("defects")
  void rejects(String defect, String token) {
    assertRefused(token, NOW);
  }

  static Stream<Arguments> defects() {
    return DefectiveTokens.of(GENERATED).entrySet().stream()
        .map(defect -> Arguments.of(defect.getKey(), defect.getValue()));
  }

  @Test
  void coversManyDefects() {
    assertThat(DefectiveTokens.of(GENERATED)).hasSizeGreaterThan(90);
  }

  private void assertAccepted(String token, Instant now) {
    assertThat(verifier.verify(token, now)).isInstanceOf(TokenVerification.Valid.class);
  }

  private void assertRefused(String token, Instant now) {
    assertThat(verifier.verify(token, now)).isNotInstanceOf(TokenVerification.Valid.class);
  }
}
