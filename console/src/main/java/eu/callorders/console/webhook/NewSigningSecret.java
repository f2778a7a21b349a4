package eu.callorders.console.webhook;

/**
 * A new signing secret, to be shown once.
 *
 * @param secret empty if the response was lost; it cannot be retrieved again
 * @param isFirst whether it is the first secret of the endpoint
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
