package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;

/** A secret that the service shows this once. */
record IssuedSecret(String clientId, String secret) {
  static IssuedSecret of(String clientId, JsonNode answer) {
    return new IssuedSecret(clientId, answer.path("client_secret").asText());
  }

  @Override
  public String toString() {
    return "secret of " + clientId;
  }
}
