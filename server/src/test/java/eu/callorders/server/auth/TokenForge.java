package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.TestNode;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Creates valid and invalid tokens of a trusted key. */
public final class TokenForge {
  static final Issuer ISSUER =
      new Issuer("https://auth.test.example", "https://api.test.example", "sandbox");
  static final Instant NOW = TestNode.START;
  static final SigningKey KEY = SigningKey.generate(NOW);
  static final SigningKey FOREIGN_KEY = SigningKey.generate(NOW);
  static final UUID TENANT = UuidV7.at(NOW, new Random(1));
  static final UUID CLIENT = UuidV7.at(NOW, new Random(2));
  static final UUID SECRET = UuidV7.at(NOW, new Random(3));

  /** Tokens of a generated tenant and key. */
  static final TokenForge GENERATED = new TokenForge(KEY, KEY, generatedClaims());

  private final SigningKey trusted;
  private final SigningKey signing;
  private final ObjectNode claims;

  private TokenForge(SigningKey trusted, SigningKey signing, ObjectNode claims) {
    this.trusted = trusted;
    this.signing = signing;
    this.claims = claims;
  }

  /**
   * Creates tokens like those of a running service.
   *
   * @param token one of its tokens
   * @param ciphertext the private key, as stored
   * @param masterKey the key that encrypted it
   */
  public static TokenForge fromToken(String token, byte[] ciphertext, byte[] masterKey) {
    String[] segments = token.split("\\.");
    String kid = object(segments[0]).path("kid").textValue();
    byte[] row = SigningKeyStore.associatedData(kid);
    byte[] pkcs8 = Keyring.of(List.of(masterKey), new SecureRandom()).decrypt(ciphertext, row);
    SigningKey key = key(kid, pkcs8);
    return new TokenForge(key, key, object(segments[1]));
  }

  private static SigningKey key(String kid, byte[] pkcs8) {
    try {
      KeyFactory rsa = KeyFactory.getInstance("RSA");
      RSAPrivateCrtKey key = (RSAPrivateCrtKey) rsa.generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      var parts = new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent());
      return new SigningKey(kid, (RSAPublicKey) rsa.generatePublic(parts), key, NOW, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode object(String segment) {
    byte[] json = Base64.getUrlDecoder().decode(segment);
    return (ObjectNode) Json.parse(new String(json, StandardCharsets.UTF_8));
  }

  private static ObjectNode generatedClaims() {
    return Json.object()
        .put("iss", ISSUER.authUrl())
        .put("aud", ISSUER.baseUrl())
        .put("sub", IdKind.CLIENT.format(CLIENT))
        .put("client_id", IdKind.CLIENT.format(CLIENT))
        .put("tenant_id", IdKind.TENANT.format(TENANT))
        .put("scope", "orders:write orders:read")
        .put("iat", NOW.getEpochSecond())
        .put("exp", NOW.plus(AccessToken.LIFETIME).getEpochSecond())
        .put("jti", new UUID(1, 2).toString())
        .put("environment", "sandbox")
        .put("secret_id", IdKind.CLIENT_SECRET.format(SECRET));
  }

  /** The same tokens with the trusted key id, signed by another key. */
  public TokenForge signingWithAnotherKey() {
    return new TokenForge(trusted, FOREIGN_KEY, claims);
  }

  SigningKey trusted() {
    return trusted;
  }

  ObjectNode header() {
    return Json.object().put("typ", "at+jwt").put("alg", "RS256").put("kid", trusted.kid());
  }

  public ObjectNode claims() {
    return claims.deepCopy();
  }

  public String valid() {
    return signed(header().toString(), claims.toString());
  }

  String withHeader(Consumer<ObjectNode> change) {
    ObjectNode header = header();
    change.accept(header);
    return signed(header.toString(), claims.toString());
  }

  public String withClaims(Consumer<ObjectNode> change) {
    ObjectNode changed = claims();
    change.accept(changed);
    return signed(header().toString(), changed.toString());
  }

  String signed(String header, String json) {
    String input = segment(header) + "." + segment(json);
    return input + "." + rsa("SHA256withRSA", input, signing.privateKey());
  }

  static String rsa(String algorithm, String input, PrivateKey key) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(input.getBytes(StandardCharsets.US_ASCII));
      return base64url(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String hmac(String algorithm, String input, byte[] key) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key, algorithm));
      return base64url(mac.doFinal(input.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String segment(String json) {
    return base64url(json.getBytes(StandardCharsets.UTF_8));
  }

  static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
