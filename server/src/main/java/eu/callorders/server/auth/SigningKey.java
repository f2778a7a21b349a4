package eu.callorders.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key pair that signs access tokens.
 *
 * @param kid the RFC 7638 thumbprint of the public key
 * @param privateKey null once retired
 * @param retiredAt null for the active key
 */
record SigningKey(
    String kid,
    RSAPublicKey publicKey,
    @Nullable PrivateKey privateKey,
    Instant createdAt,
    @Nullable Instant retiredAt) {
  private static final int MODULUS_BITS = 2048;

  /** How long tokens of a retired key may be valid: lifetime, leeway and a node's refresh delay. */
  static final Duration VALID_AFTER_RETIREMENT =
      AccessToken.LIFETIME.plus(AccessToken.LEEWAY).plusMinutes(1);

  /** Generates a key pair; takes up to a second of CPU time. */
  static SigningKey generate(Instant now) {
    try {
      RSAKey pair = new RSAKeyGenerator(MODULUS_BITS).keyIDFromThumbprint(true).generate();
      return new SigningKey(pair.getKeyID(), pair.toRSAPublicKey(), pair.toPrivateKey(), now, null);
    } catch (JOSEException e) {
      throw new IllegalStateException("RSA is not available", e);
    }
  }

  boolean isActive() {
    return retiredAt == null;
  }

  PrivateKey requirePrivateKey() {
    return Objects.requireNonNull(privateKey, "a retired key has no private part");
  }

  /** Whether tokens of this key may still be valid. */
  boolean isPublishedAt(Instant now) {
    return retiredAt == null || now.isBefore(retiredAt.plus(VALID_AFTER_RETIREMENT));
  }

  /** The public key as a JWK (RFC 7517). */
  RSAKey publicJwk() {
    return new RSAKey.Builder(publicKey)
        .keyUse(KeyUse.SIGNATURE)
        .algorithm(JWSAlgorithm.RS256)
        .keyID(kid)
        .build();
  }
}
