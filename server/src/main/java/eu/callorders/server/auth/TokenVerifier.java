package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.auth.TokenVerification.Invalid;
import eu.callorders.server.auth.TokenVerification.UnknownKey;
import eu.callorders.server.auth.TokenVerification.Valid;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Verifies RFC 9068 tokens as this service issues them. Nimbus verifies the signature alone: its
 * parsers also accept white space, padding, {@code typ} in capitals and an empty {@code crit}.
 */
final class TokenVerifier {
  private static final int MAX_LENGTH = 8192;
  private static final int SEGMENTS = 3;
  private static final JWSHeader RS256 = new JWSHeader(JWSAlgorithm.RS256);
  private static final long LATEST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private final Supplier<Issuer> issuer;
  private final Function<String, Optional<RSAPublicKey>> keys;

  /**
   * @param keys the published keys by {@code kid}
   */
  TokenVerifier(Supplier<Issuer> issuer, Function<String, Optional<RSAPublicKey>> keys) {
    this.issuer = issuer;
    this.keys = keys;
  }

  TokenVerification verify(String token, Instant now) {
    try {
      return verifyOrThrow(token, now);
    } catch (DefectException defect) {
      return new Invalid(defect.reason);
    }
  }

  private TokenVerification verifyOrThrow(String token, Instant now) throws DefectException {
    require(token.length() <= MAX_LENGTH, "is too long");
    String[] segments = token.split("\\.", -1);
    require(segments.length == SEGMENTS, "is not three segments");
    String kid = keyId(parseObject(segments[0]));
    byte[] signature = decode(segments[2]);
    Optional<RSAPublicKey> key = keys.apply(kid);
    if (key.isEmpty()) {
      return new UnknownKey(kid);
    }
    String input = token.substring(0, token.lastIndexOf('.'));
    require(isSignatureValid(input, signature, key.get()), "has a wrong signature");
    AccessToken claims = claims(parseObject(segments[1]), now);
    require(!claims.isExpiredAt(now), "has expired");
    return new Valid(claims, kid);
  }

  private static String keyId(JsonNode header) throws DefectException {
    require("RS256".equals(text(header, "alg")), "is not signed RS256");
    require("at+jwt".equals(text(header, "typ")), "is no access token");
    require(!header.has("crit"), "has critical extensions");
    return text(header, "kid");
  }

  private AccessToken claims(JsonNode claims, Instant now) throws DefectException {
    Issuer expected = issuer.get();
    require(expected.authUrl().equals(text(claims, "iss")), "is of another issuer");
    require(containsAudience(claims.path("aud"), expected.baseUrl()), "is for another service");
    require(
        expected.environment().equals(text(claims, "environment")), "is of another environment");
    String clientId = text(claims, "client_id");
    require(clientId.equals(text(claims, "sub")), "has a subject other than its client");
    Instant latest = now.plus(AccessToken.LEEWAY);
    Instant issuedAt = instant(claims, "iat");
    require(!issuedAt.isAfter(latest), "is of the future");
    require(!claims.has("nbf") || !instant(claims, "nbf").isAfter(latest), "is not valid yet");
    Instant expiresAt = instant(claims, "exp");
    require(!expiresAt.isAfter(issuedAt.plus(AccessToken.LIFETIME)), "lives too long");
    return new AccessToken(
        uuid(text(claims, "jti")),
        identifier(IdKind.TENANT, text(claims, "tenant_id")),
        identifier(IdKind.CLIENT, clientId),
        identifier(IdKind.CLIENT_SECRET, text(claims, "secret_id")),
        scopes(text(claims, "scope")),
        issuedAt,
        expiresAt);
  }

  /** An audience is one string or an array. */
  private static boolean containsAudience(JsonNode audience, String service) {
    if (!audience.isArray()) {
      return audience.isTextual() && audience.textValue().equals(service);
    }
    for (JsonNode one : audience) {
      if (one.isTextual() && one.textValue().equals(service)) {
        return true;
      }
    }
    return false;
  }

  private static Set<Scope> scopes(String list) throws DefectException {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    if (!list.isEmpty()) {
      for (String wire : list.split(" ", -1)) {
        scopes.add(
            Scope.parse(wire).orElseThrow(() -> new DefectException("has an unknown scope")));
      }
    }
    return scopes;
  }

  private static boolean isSignatureValid(String input, byte[] signature, RSAPublicKey key) {
    try {
      return new RSASSAVerifier(key)
          .verify(RS256, input.getBytes(StandardCharsets.US_ASCII), Base64URL.encode(signature));
    } catch (JOSEException e) {
      return false; // the key is unusable
    }
  }

  private static JsonNode parseObject(String segment) throws DefectException {
    JsonNode json;
    try {
      json = Json.mapper().readTree(decode(segment));
    } catch (IOException e) {
      throw new DefectException("is not JSON");
    }
    require(json != null && json.isObject(), "is not JSON");
    return json;
  }

  /** Decodes canonical base64url only: no padding, no stray bits at the end. */
  private static byte[] decode(String segment) throws DefectException {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(segment);
    } catch (IllegalArgumentException e) {
      throw new DefectException("is not base64url");
    }
    String canonical = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    require(canonical.equals(segment), "is not base64url");
    return bytes;
  }

  private static String text(JsonNode object, String member) throws DefectException {
    JsonNode value = object.path(member);
    require(value.isTextual(), "lacks " + member);
    return value.textValue();
  }

  /** A NumericDate in whole seconds. */
  private static Instant instant(JsonNode object, String member) throws DefectException {
    JsonNode value = object.path(member);
    require(value.isIntegralNumber() && value.canConvertToLong(), "lacks " + member);
    require(value.longValue() >= 0 && value.longValue() <= LATEST_SECOND, "lacks " + member);
    return Instant.ofEpochSecond(value.longValue());
  }

  private static UUID identifier(IdKind kind, String text) throws DefectException {
    return kind.parse(text).orElseThrow(() -> new DefectException("has an unknown identifier"));
  }

  private static UUID uuid(String text) throws DefectException {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new DefectException("has an unknown identifier");
    }
  }

  private static void require(boolean condition, String reason) throws DefectException {
    if (!condition) {
      throw new DefectException(reason);
    }
  }

  /** Reports the first defect; never leaves this class. */
  private static final class DefectException extends Exception {
    private static final long serialVersionUID = 1L;
    private final String reason;

    DefectException(String reason) {
      super(reason, null, false, false);
      this.reason = "The access token " + reason + ".";
    }
  }
}
