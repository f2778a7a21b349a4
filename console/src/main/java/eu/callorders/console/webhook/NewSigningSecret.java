package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A new signing secret, to be shown once.
 *
 * @param secret empty if the response was lost; it cannot be retrieved again
 * @param isFirst whether it is the first secret of the endpoint
 */
record NewSigningSecret(String url, String secret, boolean isFirst) {
  static NewSigningSecret of(JsonNode endpoint, boolean isFirst) {
    return new NewSigningSecret(
        endpoint.path("url").asText(), endpoint.path("secret").asText(""), isFirst);
  }

  boolean isLost() {
    return secret.isEmpty();
  }

  @Override
  public String toString() {
    return "secret of " + url;
  }
}
