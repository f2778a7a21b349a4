package eu.callorders.core.signing;

/**
 * Binds a signature to one request: the signed id {@code <METHOD>:<target>:<nonce>} names method
 * and target, so that the signature is invalid for any other.
 */
public final class RequestBinding {
  private RequestBinding() {}

  /**
   * Returns the id of a request.
   *
   * @param target path and query exactly as sent, without full stops
   * @param nonce different in each request, without colons and full stops
   */
  public static String id(String method, String target, String nonce) {
    return method + ":" + target + ":" + nonce;
  }

  public static boolean binds(String id, String method, String target) {
    String prefix = method + ":" + target + ":";
    return id.startsWith(prefix)
        && id.length() > prefix.length()
        && id.indexOf(':', prefix.length()) < 0;
  }
}
