package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
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
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(MODULUS_BITS);
      KeyPair pair = generator.generateKeyPair();
      RSAPublicKey publicKey = (RSAPublicKey) pair.getPublic();
      return new SigningKey(thumbprint(publicKey), publicKey, pair.getPrivate(), now, null);
    } catch (GeneralSecurityException e) {
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
  ObjectNode publicJwk() {
    return Json.object()
        .put("kty", "RSA")
        .put("use", "sig")
        .put("alg", "RS256")
        .put("kid", kid)
        .put("n", base64url(publicKey.getModulus().toByteArray()))
        .put("e", base64url(publicKey.getPublicExponent().toByteArray()));
  }

  private static String thumbprint(RSAPublicKey key) throws GeneralSecurityException {
    String members =
        Json.object()
            .put("e", base64url(key.getPublicExponent().toByteArray()))
            .put("kty", "RSA")
            .put("n", base64url(key.getModulus().toByteArray()))
            .toString();
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(members.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  /** Base64urlUInt of RFC 7518: without the leading zero octet of two's complement. */
  private static String base64url(byte[] unsigned) {
    int start = unsigned.length > 1 && unsigned[0] == 0 ? 1 : 0;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOfRange(unsigned, start, unsigned.length));
  }
}
