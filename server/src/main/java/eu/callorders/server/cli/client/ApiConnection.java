package eu.callorders.server.cli.client;

import eu.callorders.client.CallOrderClient;

/**
 * A service and the credentials for it.
 *
 * @param source where they come from, for messages
 */
public record ApiConnection(
    String source, String apiUrl, String authUrl, String clientId, String clientSecret) {
  static final String DEMO_FILE = "demo-credentials.json";

  /** Whether a sandbox has written them. */
  public boolean isDemo() {
    return source.endsWith(DEMO_FILE);
  }

  public CallOrderClient client() {
    return CallOrderClient.builder(apiUrl, clientId, clientSecret)
        .authUrl(authUrl)
        .userAgent("call-orders-cli")
        .build();
  }

  @Override
  public String toString() {
    return "ApiConnection[" + source + ", " + apiUrl + ", " + clientId + "]";
  }
}
