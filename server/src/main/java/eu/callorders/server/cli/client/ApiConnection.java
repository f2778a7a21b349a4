package eu.callorders.server.cli.client;

import eu.callorders.client.CallOrderClient;
import eu.callorders.server.cli.client.ConnectionFinder.InvalidAddressException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A service and the credentials for it.
 *
 * @param source where they come from, for messages
 */
public record ApiConnection(
    String source, String apiUrl, String authUrl, String clientId, String clientSecret) {
  static final String DEMO_FILE = "demo-credentials.json";
  private static final Pattern ADDRESS = Pattern.compile("https?://[^/?#\\s]+(/[^?#\\s]*)?");

  public ApiConnection {
    for (String url : List.of(apiUrl, authUrl)) {
      if (!ADDRESS.matcher(url).matches()) {
        throw new InvalidAddressException(
            "\"%s\" of %s is no address of a service. Give one such as https://sandbox.example."
                .formatted(url, source));
      }
    }
  }

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
