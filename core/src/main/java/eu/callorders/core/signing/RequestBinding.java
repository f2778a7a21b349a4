package eu.callorders.core.signing;

/**
 * Ties a signature to one request: the signed id names method and target, so that the signature of
 * one request is worth nothing on another. Written {@code <METHOD>:<target>:<nonce>}.
 */
public final class RequestBinding {
  private RequestBinding() {}

  /**
   * The id to sign a request with.
   *
   * @param target path and query exactly as they are sent, without full stops
   * @param nonce different in each request, without colons and full stops
   */
  public static String id(String method, String target, String nonce) {
    return method + ":" + target + ":" + nonce;
  }

  /** Whether an id was made for that request. */
  public static boolean binds(String id, String method, String target) {
    String prefix = method + ":" + target + ":";
    return id.startsWith(prefix)
        && id.length() > prefix.length()
        && id.indexOf(':', prefix.length()) < 0;
  }
}
