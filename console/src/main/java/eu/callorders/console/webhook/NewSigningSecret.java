package eu.callorders.console.webhook;

/**
 * A signing secret that has just come into being, to be shown once.
 *
 * @param secret empty when the answer that held it got lost on its way: it cannot be had again
 * @param isFirst whether the endpoint was registered with it, and did not have another one before
 */
record NewSigningSecret(String url, String secret, boolean isFirst) {
  boolean isLost() {
    return secret.isEmpty();
  }

  @Override
  public String toString() {
    return "secret of " + url;
  }
}
