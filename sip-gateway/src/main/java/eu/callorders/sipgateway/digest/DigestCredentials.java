package eu.callorders.sipgateway.digest;

import org.jspecify.annotations.Nullable;

/** A user of a trunk, who answers challenges. */
public record DigestCredentials(String user, String password) {

  /**
   * The value of the {@code Authorization} or {@code Proxy-Authorization} header.
   *
   * @param uri as in the request line
   * @param clientNonce unpredictable; unused without {@code qop}
   * @param nonceCount requests with this nonce, this one included
   */
  public String answer(
      DigestChallenge challenge, String method, String uri, String clientNonce, int nonceCount) {
    String count = challenge.qop() ? "%08x".formatted(nonceCount) : null;
    StringBuilder header =
        new StringBuilder("Digest username=\"")
            .append(quoted(user))
            .append("\", realm=\"")
            .append(challenge.realm())
            .append("\", nonce=\"")
            .append(challenge.nonce())
            .append("\", uri=\"")
            .append(uri)
            .append("\", response=\"")
            .append(response(challenge, method, uri, clientNonce, count))
            .append('"');
    if (challenge.algorithmNamed()) {
      header.append(", algorithm=").append(challenge.algorithm().wire());
    }
    if (count != null) {
      header.append(", qop=auth, nc=").append(count);
      header.append(", cnonce=\"").append(clientNonce).append('"');
    }
    if (challenge.opaque() != null) {
      header.append(", opaque=\"").append(challenge.opaque()).append('"');
    }
    return header.toString();
  }

  private String response(
      DigestChallenge challenge,
      String method,
      String uri,
      String clientNonce,
      @Nullable String count) {
    DigestAlgorithm algorithm = challenge.algorithm();
    String secret = algorithm.hash(user + ":" + challenge.realm() + ":" + password);
    String request = algorithm.hash(method + ":" + uri);
    return count == null
        ? algorithm.hash(secret + ":" + challenge.nonce() + ":" + request)
        : algorithm.hash(
            String.join(":", secret, challenge.nonce(), count, clientNonce, "auth", request));
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** Does not show the password. */
  @Override
  public String toString() {
    return "credentials of " + user;
  }
}
