package eu.callorders.server.auth;

import static eu.callorders.server.auth.TokenForge.FOREIGN_KEY;
import static eu.callorders.server.auth.TokenForge.KEY;
import static eu.callorders.server.auth.TokenForge.NOW;
import static eu.callorders.server.auth.TokenForge.base64url;
import static eu.callorders.server.auth.TokenForge.claims;
import static eu.callorders.server.auth.TokenForge.header;
import static eu.callorders.server.auth.TokenForge.hmac;
import static eu.callorders.server.auth.TokenForge.rsa;
import static eu.callorders.server.auth.TokenForge.segment;
import static eu.callorders.server.auth.TokenForge.signed;
import static eu.callorders.server.auth.TokenForge.valid;
import static eu.callorders.server.auth.TokenForge.withClaims;
import static eu.callorders.server.auth.TokenForge.withHeader;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tokens that must be refused, by what is wrong with them. */
final class DefectiveTokens {
  private static final long EXPIRED = NOW.minusSeconds(30).getEpochSecond();

  private DefectiveTokens() {}

  static Map<String, String> all() {
    Map<String, String> tokens = new LinkedHashMap<>();
    segments(tokens);
    spelling(tokens);
    headerMembers(tokens);
    signature(tokens);
    claimsMissing(tokens);
    times(tokens);
    parties(tokens);
    return tokens;
  }

  private static void segments(Map<String, String> tokens) {
    String valid = valid();
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
    tokens.put("empty claims", segment(header().toString()) + ".." + valid.split("\\.")[2]);
    tokens.put("white space before", " " + valid);
    tokens.put("white space after", valid + " ");
    tokens.put("line break inside", valid.replaceFirst("\\.", ".\n"));
    tokens.put("twice", valid + "," + valid);
  }

  private static void spelling(Map<String, String> tokens) {
    String valid = valid();
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
    tokens.put("header no JSON", signed("typ=at+jwt", claims().toString()));
    tokens.put("header an array", signed("[" + header() + "]", claims().toString()));
    tokens.put("claims no JSON", signed(header().toString(), "sub"));
    tokens.put("claims an array", signed(header().toString(), "[]"));
    tokens.put("claims null", signed(header().toString(), "null"));
    tokens.put("text after the claims", signed(header().toString(), claims() + "{}"));
    tokens.put(
        "a claim twice",
        signed(header().toString(), claims().toString().replaceFirst("\\{", "{\"scope\":\"\",")));
    tokens.put("oversized", withClaims(claims -> claims.put("padding", "x".repeat(8192))));
    tokens.put("nested deeply", signed(header().toString(), "{\"a\":" + "[".repeat(500)));
  }

  private static void headerMembers(Map<String, String> tokens) {
    tokens.put("alg missing", withHeader(header -> header.remove("alg")));
    tokens.put("alg in lower case", withHeader(header -> header.put("alg", "rs256")));
    tokens.put("alg RS512", withHeader(header -> header.put("alg", "RS512")));
    tokens.put("alg a number", withHeader(header -> header.put("alg", 256)));
    tokens.put("typ missing", withHeader(header -> header.remove("typ")));
    tokens.put("typ JWT", withHeader(header -> header.put("typ", "JWT")));
    tokens.put("typ of a logout token", withHeader(header -> header.put("typ", "logout+jwt")));
    tokens.put("kid missing", withHeader(header -> header.remove("kid")));
    tokens.put("kid unknown", withHeader(header -> header.put("kid", "another")));
    tokens.put("kid empty", withHeader(header -> header.put("kid", "")));
    tokens.put("kid a path", withHeader(header -> header.put("kid", "../../dev/null")));
    tokens.put("kid a number", withHeader(header -> header.put("kid", 1)));
    tokens.put("crit", withHeader(header -> header.putArray("crit").add("exp")));
    tokens.put("crit empty", withHeader(header -> header.putArray("crit")));
    tokens.put("crit null", withHeader(header -> header.putNull("crit")));
  }

  private static void signature(Map<String, String> tokens) {
    String none = segment(header().put("alg", "none").toString()) + "." + claimsSegment();
    tokens.put("alg none", none + ".");
    tokens.put("alg none with a signature", none + "." + valid().split("\\.")[2]);
    tokens.put("alg None", segment(header().put("alg", "None").toString()) + "." + claimsSegment());
    String hs256 = segment(header().put("alg", "HS256").toString()) + "." + claimsSegment();
    byte[] der = KEY.publicKey().getEncoded();
    byte[] jwk = KEY.publicJwk().toString().getBytes(StandardCharsets.UTF_8);
    tokens.put("HS256 with the public key", hs256 + "." + hmac("HmacSHA256", hs256, der));
    tokens.put("HS256 with the public JWK", hs256 + "." + hmac("HmacSHA256", hs256, jwk));
    String input = segment(header().toString()) + "." + claimsSegment();
    tokens.put(
        "signed by another key",
        input + "." + rsa("SHA256withRSA", input, FOREIGN_KEY.privateKey()));
    tokens.put("signed RS512", input + "." + rsa("SHA512withRSA", input, KEY.privateKey()));
    tokens.put("signature of zeros", input + "." + base64url(new byte[256]));
    tokens.put("signature too short", input + "." + base64url(new byte[255]));
    String own =
        segment(header().<ObjectNode>set("jwk", FOREIGN_KEY.publicJwk()).toString())
            + "."
            + claimsSegment();
    tokens.put(
        "its own key inside", own + "." + rsa("SHA256withRSA", own, FOREIGN_KEY.privateKey()));
    String changed =
        segment(header().toString())
            + "."
            + segment(claims().put("scope", "config:write").toString());
    tokens.put("claims changed", changed + "." + valid().split("\\.")[2]);
  }

  private static String claimsSegment() {
    return segment(claims().toString());
  }

  private static void claimsMissing(Map<String, String> tokens) {
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
      tokens.put(claim + " missing", withClaims(claims -> claims.remove(claim)));
      tokens.put(claim + " null", withClaims(claims -> claims.putNull(claim)));
      tokens.put(claim + " an object", withClaims(claims -> claims.putObject(claim)));
    }
  }

  private static void times(Map<String, String> tokens) {
    tokens.put("expired", withClaims(claims -> claims.put("exp", EXPIRED)));
    tokens.put("expired long ago", withClaims(claims -> claims.put("exp", 0)));
    tokens.put("exp negative", withClaims(claims -> claims.put("exp", -1)));
    tokens.put("exp a string", withClaims(claims -> claims.put("exp", "4102444800")));
    tokens.put("exp a fraction", withClaims(claims -> claims.put("exp", 4102444800.5)));
    tokens.put("exp beyond long", withClaims(claims -> claims.put("exp", BigInteger.TEN.pow(30))));
    tokens.put("exp beyond time", withClaims(claims -> claims.put("exp", Long.MAX_VALUE)));
    tokens.put("exp a boolean", withClaims(claims -> claims.put("exp", true)));
    tokens.put(
        "exp with a huge exponent",
        signed(
            header().toString(),
            claims().toString().replaceFirst("\"exp\":\\d+", "\"exp\":1e999999999")));
    tokens.put("nbf in the future", withClaims(claims -> claims.put("nbf", later())));
    tokens.put("nbf a string", withClaims(claims -> claims.put("nbf", "0")));
    tokens.put("nbf null", withClaims(claims -> claims.putNull("nbf")));
    tokens.put("iat in the future", withClaims(claims -> claims.put("iat", later())));
    tokens.put("iat a string", withClaims(claims -> claims.put("iat", "0")));
  }

  private static long later() {
    return NOW.plusSeconds(31).getEpochSecond();
  }

  private static void parties(Map<String, String> tokens) {
    tokens.put("other iss", withClaims(claims -> claims.put("iss", "https://evil.example")));
    tokens.put(
        "iss with a slash",
        withClaims(claims -> claims.put("iss", TokenForge.ISSUER.authUrl() + "/")));
    tokens.put("other aud", withClaims(claims -> claims.put("aud", "https://evil.example")));
    tokens.put("aud empty array", withClaims(claims -> claims.putArray("aud")));
    tokens.put(
        "aud an array of others",
        withClaims(claims -> claims.putArray("aud").add("https://evil.example").add(1)));
    tokens.put("sub of another", withClaims(claims -> claims.put("sub", "cli_other")));
    tokens.put(
        "client_id no client",
        withClaims(
            claims -> {
              String tenant = IdKind.TENANT.format(TokenForge.TENANT);
              claims.put("client_id", tenant).put("sub", tenant);
            }));
    tokens.put("tenant_id of no shape", withClaims(claims -> claims.put("tenant_id", "tn_1")));
    tokens.put("scope unknown", withClaims(claims -> claims.put("scope", "orders:delete")));
    tokens.put(
        "scope an array",
        withClaims(claims -> claims.set("scope", Json.array().add("orders:read"))));
    tokens.put("jti no UUID", withClaims(claims -> claims.put("jti", "1")));
    tokens.put("environment live", withClaims(claims -> claims.put("environment", "live")));
  }
}
