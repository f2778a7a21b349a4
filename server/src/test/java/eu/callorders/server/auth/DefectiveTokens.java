package eu.callorders.server.auth;

import static eu.callorders.server.auth.TokenForge.FOREIGN_KEY;
import static eu.callorders.server.auth.TokenForge.base64url;
import static eu.callorders.server.auth.TokenForge.hmac;
import static eu.callorders.server.auth.TokenForge.rsa;
import static eu.callorders.server.auth.TokenForge.segment;

import eu.callorders.server.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Invalid tokens by their defect. */
public final class DefectiveTokens {
  private static final long LEEWAY = AccessToken.LEEWAY.toSeconds();
  private static final long AN_HOUR = 3600;
  private static final long YEARS = 4 * 365 * 24 * AN_HOUR;

  private final TokenForge forge;
  private final Map<String, String> tokens = new LinkedHashMap<>();

  private DefectiveTokens(TokenForge forge) {
    this.forge = forge;
  }

  /** Each is a valid token with one defect. */
  public static Map<String, String> of(TokenForge forge) {
    DefectiveTokens all = new DefectiveTokens(forge);
    all.segments();
    all.spelling();
    all.headerMembers();
    all.signature();
    all.tokens.putAll(ofClaims(forge));
    return all.tokens;
  }

  /** Tokens with defects in their claims only. */
  public static Map<String, String> ofClaims(TokenForge forge) {
    DefectiveTokens all = new DefectiveTokens(forge);
    all.claimsMissing();
    all.times();
    all.parties();
    return all.tokens;
  }

  private void segments() {
    String valid = forge.valid();
    String input = valid.substring(0, valid.lastIndexOf('.'));
    tokens.put("empty", "");
    tokens.put("one word", "token");
    tokens.put("only dots", "..");
    tokens.put("trailing dot", valid + ".");
    tokens.put("leading dot", "." + valid);
    tokens.put("two segments", input);
    tokens.put("empty signature", input + ".");
    tokens.put("four segments", valid + ".e30");
    tokens.put("five segments, as an encrypted one", valid + ".e30.e30");
    tokens.put("empty claims", segment(forge.header().toString()) + ".." + valid.split("\\.")[2]);
    tokens.put("white space before", " " + valid);
    tokens.put("white space after", valid + " ");
    tokens.put("line break inside", valid.replaceFirst("\\.", ".\n"));
    tokens.put("twice", valid + "," + valid);
  }

  private void spelling() {
    String valid = forge.valid();
    String[] parts = valid.split("\\.");
    String signature = parts[2];
    char last = signature.charAt(signature.length() - 1);
    tokens.put("padding", valid + "=");
    tokens.put(
        "stray bits in the last character",
        valid.substring(0, valid.length() - 1) + (char) (last + 1));
    tokens.put("plain base64 alphabet", parts[0] + "." + parts[1] + "." + "+/" + signature);
    tokens.put("no base64", parts[0] + ".ü." + signature);
    tokens.put("NUL", valid + "\0");
    tokens.put("header no JSON", forge.signed("typ=at+jwt", forge.claims().toString()));
    tokens.put(
        "header an array", forge.signed("[" + forge.header() + "]", forge.claims().toString()));
    tokens.put("claims no JSON", forge.signed(forge.header().toString(), "sub"));
    tokens.put("claims an array", forge.signed(forge.header().toString(), "[]"));
    tokens.put("claims null", forge.signed(forge.header().toString(), "null"));
    tokens.put(
        "text after the claims", forge.signed(forge.header().toString(), forge.claims() + "{}"));
    tokens.put(
        "a claim twice",
        forge.signed(
            forge.header().toString(),
            forge.claims().toString().replaceFirst("\\{", "{\"scope\":\"\",")));
    tokens.put(
        "alg twice",
        forge.signed(
            forge.header().toString().replaceFirst("\\{", "{\"alg\":\"none\","),
            forge.claims().toString()));
    tokens.put("oversized", forge.withClaims(claims -> claims.put("padding", "x".repeat(8192))));
    tokens.put(
        "nested deeply", forge.signed(forge.header().toString(), "{\"a\":" + "[".repeat(500)));
  }

  private void headerMembers() {
    tokens.put("alg missing", forge.withHeader(header -> header.remove("alg")));
    tokens.put("alg in lower case", forge.withHeader(header -> header.put("alg", "rs256")));
    tokens.put("alg RS512", forge.withHeader(header -> header.put("alg", "RS512")));
    tokens.put("alg a number", forge.withHeader(header -> header.put("alg", 256)));
    tokens.put("typ missing", forge.withHeader(header -> header.remove("typ")));
    tokens.put("typ in capitals", forge.withHeader(header -> header.put("typ", "AT+JWT")));
    tokens.put("typ JWT", forge.withHeader(header -> header.put("typ", "JWT")));
    tokens.put(
        "typ of a logout token", forge.withHeader(header -> header.put("typ", "logout+jwt")));
    tokens.put("kid missing", forge.withHeader(header -> header.remove("kid")));
    tokens.put("kid unknown", forge.withHeader(header -> header.put("kid", "another")));
    tokens.put("kid empty", forge.withHeader(header -> header.put("kid", "")));
    tokens.put("kid a path", forge.withHeader(header -> header.put("kid", "../../dev/null")));
    tokens.put("kid of SQL", forge.withHeader(header -> header.put("kid", "' OR 'a' = 'a")));
    tokens.put(
        "kid with NUL",
        forge.withHeader(header -> header.put("kid", forge.trusted().kid() + "\0")));
    tokens.put("kid a number", forge.withHeader(header -> header.put("kid", 1)));
    tokens.put("crit", forge.withHeader(header -> header.putArray("crit").add("exp")));
    tokens.put("crit empty", forge.withHeader(header -> header.putArray("crit")));
    tokens.put("crit null", forge.withHeader(header -> header.putNull("crit")));
  }

  private void signature() {
    String none = segment(forge.header().put("alg", "none").toString()) + "." + claimsSegment();
    tokens.put("alg none", none + ".");
    tokens.put("alg none with a signature", none + "." + forge.valid().split("\\.")[2]);
    tokens.put(
        "alg None", segment(forge.header().put("alg", "None").toString()) + "." + claimsSegment());
    String hs256 = segment(forge.header().put("alg", "HS256").toString()) + "." + claimsSegment();
    byte[] der = forge.trusted().publicKey().getEncoded();
    byte[] jwk = forge.trusted().publicJwk().toJSONString().getBytes(StandardCharsets.UTF_8);
    tokens.put("HS256 with the public key", hs256 + "." + hmac("HmacSHA256", hs256, der));
    tokens.put("HS256 with the public JWK", hs256 + "." + hmac("HmacSHA256", hs256, jwk));
    String input = segment(forge.header().toString()) + "." + claimsSegment();
    tokens.put(
        "signed by another key",
        input + "." + rsa("SHA256withRSA", input, FOREIGN_KEY.privateKey()));
    tokens.put(
        "signed RS512", input + "." + rsa("SHA512withRSA", input, forge.trusted().privateKey()));
    tokens.put("signature of zeros", input + "." + base64url(new byte[256]));
    tokens.put("signature too short", input + "." + base64url(new byte[255]));
    String own =
        segment(forge.header().putPOJO("jwk", FOREIGN_KEY.publicJwk().toJSONObject()).toString())
            + "."
            + claimsSegment();
    tokens.put(
        "its own key inside", own + "." + rsa("SHA256withRSA", own, FOREIGN_KEY.privateKey()));
    for (String address : List.of("jku", "x5u")) {
      String elsewhere =
          segment(forge.header().put(address, "https://evil.example/keys").toString())
              + "."
              + claimsSegment();
      tokens.put(
          "its key elsewhere, by " + address,
          elsewhere + "." + rsa("SHA256withRSA", elsewhere, FOREIGN_KEY.privateKey()));
    }
    String changed =
        segment(forge.header().toString())
            + "."
            + segment(forge.claims().put("scope", "config:write").toString());
    tokens.put("claims changed", changed + "." + forge.valid().split("\\.")[2]);
  }

  private String claimsSegment() {
    return segment(forge.claims().toString());
  }

  private void claimsMissing() {
    for (String claim :
        List.of(
            "iss",
            "aud",
            "sub",
            "client_id",
            "tenant_id",
            "scope",
            "iat",
            "exp",
            "jti",
            "environment",
            "secret_id")) {
      tokens.put(claim + " missing", forge.withClaims(claims -> claims.remove(claim)));
      tokens.put(claim + " null", forge.withClaims(claims -> claims.putNull(claim)));
      tokens.put(claim + " an object", forge.withClaims(claims -> claims.putObject(claim)));
    }
  }

  private void times() {
    tokens.put("expired", forge.withClaims(claims -> claims.put("exp", issuedAt() - LEEWAY)));
    tokens.put("expired long ago", forge.withClaims(claims -> claims.put("exp", 0)));
    tokens.put("exp negative", forge.withClaims(claims -> claims.put("exp", -1)));
    tokens.put("exp a string", forge.withClaims(claims -> claims.put("exp", "" + latest())));
    tokens.put("exp a fraction", forge.withClaims(claims -> claims.put("exp", latest() - 0.5)));
    tokens.put(
        "exp beyond long", forge.withClaims(claims -> claims.put("exp", BigInteger.TEN.pow(30))));
    tokens.put("exp beyond time", forge.withClaims(claims -> claims.put("exp", Long.MAX_VALUE)));
    tokens.put("exp a boolean", forge.withClaims(claims -> claims.put("exp", true)));
    tokens.put(
        "exp with a huge exponent",
        forge.signed(
            forge.header().toString(),
            forge.claims().toString().replaceFirst("\"exp\":\\d+", "\"exp\":1e999999999")));
    tokens.put("nbf in the future", forge.withClaims(claims -> claims.put("nbf", later())));
    tokens.put("nbf a string", forge.withClaims(claims -> claims.put("nbf", "0")));
    tokens.put("nbf null", forge.withClaims(claims -> claims.putNull("nbf")));
    tokens.put("lives too long", forge.withClaims(claims -> claims.put("exp", latest() + 1)));
    tokens.put("lives for years", forge.withClaims(claims -> claims.put("exp", latest() + YEARS)));
    tokens.put("iat in the future", forge.withClaims(claims -> claims.put("iat", later())));
    tokens.put("iat a string", forge.withClaims(claims -> claims.put("iat", "" + issuedAt())));
  }

  private long issuedAt() {
    return forge.claims().path("iat").longValue();
  }

  /** The latest accepted expiry. */
  private long latest() {
    return issuedAt() + AccessToken.LIFETIME.toSeconds();
  }

  private long later() {
    return issuedAt() + AN_HOUR;
  }

  private void parties() {
    tokens.put("other iss", forge.withClaims(claims -> claims.put("iss", "https://evil.example")));
    tokens.put(
        "iss with a slash",
        forge.withClaims(claims -> claims.put("iss", claims.path("iss").textValue() + "/")));
    tokens.put("other aud", forge.withClaims(claims -> claims.put("aud", "https://evil.example")));
    tokens.put("aud empty array", forge.withClaims(claims -> claims.putArray("aud")));
    tokens.put(
        "aud an array of others",
        forge.withClaims(claims -> claims.putArray("aud").add("https://evil.example").add(1)));
    tokens.put("sub of another", forge.withClaims(claims -> claims.put("sub", "cli_other")));
    tokens.put(
        "client_id no client",
        forge.withClaims(
            claims -> {
              String tenant = claims.path("tenant_id").textValue();
              claims.put("client_id", tenant).put("sub", tenant);
            }));
    tokens.put(
        "tenant_id of no shape", forge.withClaims(claims -> claims.put("tenant_id", "tn_1")));
    tokens.put("scope unknown", forge.withClaims(claims -> claims.put("scope", "orders:delete")));
    tokens.put(
        "scope an array",
        forge.withClaims(claims -> claims.set("scope", Json.array().add("orders:read"))));
    tokens.put("jti no UUID", forge.withClaims(claims -> claims.put("jti", "1")));
    tokens.put("environment live", forge.withClaims(claims -> claims.put("environment", "live")));
  }
}
