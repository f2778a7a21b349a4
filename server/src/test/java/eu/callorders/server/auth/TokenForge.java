package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.TestNode;
import eu.callorders.server.http.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes tokens by hand, right ones and wrong ones. */
final class TokenForge {
  static final Issuer ISSUER =
      new Issuer("https://auth.test.example", "https://api.test.example", "sandbox");
  static final Instant NOW = TestNode.START;
  static final SigningKey KEY = SigningKey.generate(NOW);
  static final SigningKey FOREIGN_KEY = SigningKey.generate(NOW);
  static final UUID TENANT = UuidV7.at(NOW, new Random(1));
  static final UUID CLIENT = UuidV7.at(NOW, new Random(2));
  static final UUID SECRET = UuidV7.at(NOW, new Random(3));

  private TokenForge() {}

  static ObjectNode header() {
    return Json.object().put("typ", "at+jwt").put("alg", "RS256").put("kid", KEY.kid());
  }

  static ObjectNode claims() {
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

  static String valid() {
    return signed(header().toString(), claims().toString());
  }

  static String withHeader(Consumer<ObjectNode> change) {
    ObjectNode header = header();
    change.accept(header);
    return signed(header.toString(), claims().toString());
  }

  static String withClaims(Consumer<ObjectNode> change) {
    ObjectNode claims = claims();
    change.accept(claims);
    return signed(header().toString(), claims.toString());
  }

  static String signed(String header, String claims) {
    String input = segment(header) + "." + segment(claims);
    return input + "." + rsa("SHA256withRSA", input, KEY.privateKey());
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
