package eu.callorders.console.webhook;

/**
 * A new signing secret, to be shown once.
 *
 * @param secret empty when the answer that held it got lost on its way: it cannot be had again
 */
record RotatedSecret(String url, String secret) {
  boolean isLost() {
    return secret.isEmpty();
  }

  @Override
  public String toString() {
    return "secret of " + url;
  }
}
