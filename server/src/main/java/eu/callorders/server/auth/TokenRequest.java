package eu.callorders.server.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A well-formed client-credentials request.
 *
 * @param scope the requested list; empty for all
 */
record TokenRequest(String clientId, ClientSecret secret, Optional<String> scope) {

  /**
   * Parses a request (RFC 6749 sections 2.3.1 and 4.4.2).
   *
   * @param authorization the header field; null when absent
   * @param body the form
   * @throws OAuthError.OAuthException when malformed
   */
  static TokenRequest read(@Nullable String authorization, String body) {
    FormParameters form = FormParameters.parse(body);
    String grantType =
        form.get("grant_type").orElseThrow(() -> malformed("The grant_type is missing."));
    if (!grantType.equals("client_credentials")) {
      throw new OAuthError.OAuthException(OAuthError.unsupportedGrantType());
    }
    return authorization == null ? fromForm(form) : fromHeader(authorization, form);
  }

  private static TokenRequest fromForm(FormParameters form) {
    String clientId = form.get("client_id").orElseThrow(TokenRequest::unauthenticated);
    String secret = form.get("client_secret").orElseThrow(TokenRequest::unauthenticated);
    return new TokenRequest(clientId, new ClientSecret(secret), form.get("scope"));
  }

  private static TokenRequest fromHeader(String authorization, FormParameters form) {
    if (form.get("client_secret").isPresent()) {
      throw malformed("The client authenticates in two ways.");
    }
    String credentials = credentials(authorization);
    int colon = credentials.indexOf(':');
    if (colon < 0) {
      throw unauthenticated();
    }
    String clientId = decode(credentials.substring(0, colon));
    if (!form.get("client_id").orElse(clientId).equals(clientId)) {
      throw malformed("The client_id is not that of the Authorization header.");
    }
    ClientSecret secret = new ClientSecret(decode(credentials.substring(colon + 1)));
    return new TokenRequest(clientId, secret, form.get("scope"));
  }

  private static String credentials(String authorization) {
    if (!authorization.regionMatches(true, 0, "Basic ", 0, "Basic ".length())) {
      throw unauthenticated();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(authorization.substring("Basic ".length()).strip());
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unauthenticated();
    }
  }

  private static String decode(String part) {
    String decoded = FormParameters.decode(part);
    if (decoded == null) {
      throw unauthenticated();
    }
    return decoded;
  }

  private static OAuthError.OAuthException malformed(String description) {
    return new OAuthError.OAuthException(OAuthError.invalidRequest(description));
  }

  private static OAuthError.OAuthException unauthenticated() {
    return new OAuthError.OAuthException(OAuthError.invalidClient());
  }
}
