package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;

/** A new client secret, which the service shows only once. */
record IssuedSecret(String clientId, String secret) {
  static IssuedSecret of(String clientId, JsonNode response) {
    return new IssuedSecret(clientId, response.path("client_secret").asText());
  }

  @Override
  public String toString() {
    return "secret of " + clientId;
  }
}
