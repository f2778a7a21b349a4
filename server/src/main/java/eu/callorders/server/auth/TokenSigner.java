package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;

/**
 * Writes RFC 9068 access tokens, signed RS256. Uses the JDK because vertx-auth-jwt always writes
 * {@code typ: JWT}, which RFC 9068 forbids.
 */
final class TokenSigner {
  private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

  private TokenSigner() {}

  /** The compact serialization. Takes about a millisecond of CPU time. */
  static String sign(AccessToken token, Issuer issuer, SigningKey key) {
    String input = segment(header(key)) + "." + segment(claims(token, issuer));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key.requirePrivateKey());
      signature.update(input.getBytes(StandardCharsets.US_ASCII));
      return input + "." + BASE64URL.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign with key " + key.kid(), e);
    }
  }

  private static ObjectNode header(SigningKey key) {
    return Json.object().put("typ", "at+jwt").put("alg", "RS256").put("kid", key.kid());
  }

  private static ObjectNode claims(AccessToken token, Issuer issuer) {
    String clientId = IdKind.CLIENT.format(token.clientId());
    return Json.object()
        .put("iss", issuer.authUrl())
        .put("aud", issuer.baseUrl())
        .put("sub", clientId)
        .put("client_id", clientId)
        .put("tenant_id", IdKind.TENANT.format(token.tenantId()))
        .put("scope", Scope.join(token.scopes()))
        .put("iat", token.issuedAt().getEpochSecond())
        .put("exp", token.expiresAt().getEpochSecond())
        .put("jti", token.id().toString())
        .put("environment", issuer.environment())
        .put("secret_id", IdKind.CLIENT_SECRET.format(token.secretId()));
  }

  private static String segment(JsonNode json) {
    return BASE64URL.encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
