package eu.callorders.server.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the service: a named profile, else the environment, else the demo tenant. */
public final class ConnectionFinder {
  public static final String API_URL = "CALLORDERS_API_URL";
  public static final String CLIENT_ID = "CALLORDERS_CLIENT_ID";
  public static final String CLIENT_SECRET = "CALLORDERS_CLIENT_SECRET";
  private static final String AUTH_URL = "CALLORDERS_AUTH_URL";

  private final ClientEnvironment environment;
  private final ProfileStore profiles;

  public ConnectionFinder(ClientEnvironment environment) {
    this.environment = environment;
    this.profiles = ProfileStore.of(environment.variables());
  }

  /** No service is known; the message says how to name one. */
  public static class UnknownConnectionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownConnectionException(String message) {
      super(message);
    }
  }

  /** The address of the service, or of its token issuer, has no scheme or no host. */
  static final class InvalidAddressException extends UnknownConnectionException {
    private static final long serialVersionUID = 1L;

    InvalidAddressException(String message) {
      super(message);
    }
  }

  /**
   * Finds the service and its credentials.
   *
   * @param profile null for the environment, else the demo tenant, else the profile {@code default}
   */
  public ApiConnection find(@Nullable String profile) {
    if (profile != null) {
      return profiles
          .find(profile)
          .orElseThrow(
              () ->
                  new UnknownConnectionException(
                      "There is no profile %s. Store it with `call-orders login --profile %s`."
                          .formatted(profile, profile)));
    }
    Map<String, String> variables = environment.variables();
    if (variables.containsKey(API_URL)) {
      return ofEnvironment(variables);
    }
    Path demo = environment.dataDirectory().resolve(ApiConnection.DEMO_FILE);
    if (Files.exists(demo)) {
      return ofDemo(demo);
    }
    return profiles
        .find(ProfileStore.DEFAULT)
        .orElseThrow(
            () ->
                new UnknownConnectionException(
                    "No service is known: store one with `call-orders login`, set %s, %s and %s, or"
                            .formatted(API_URL, CLIENT_ID, CLIENT_SECRET)
                        + " run this beside a sandbox, which writes "
                        + demo
                        + "."));
  }

  private static ApiConnection ofEnvironment(Map<String, String> variables) {
    String url = variables.getOrDefault(API_URL, "");
    String id = variables.getOrDefault(CLIENT_ID, "");
    String secret = variables.getOrDefault(CLIENT_SECRET, "");
    if (id.isBlank() || secret.isBlank()) {
      throw new UnknownConnectionException(
          "%s is set, but %s or %s is not. Set all three, or use `call-orders login`."
              .formatted(API_URL, CLIENT_ID, CLIENT_SECRET));
    }
    return new ApiConnection(
        "the environment", url, variables.getOrDefault(AUTH_URL, url), id, secret);
  }

  private static ApiConnection ofDemo(Path file) {
    try {
      JsonNode json = Json.parse(Files.readString(file));
      return new ApiConnection(
          file.toString(),
          json.path("base_url").asText(),
          json.path("auth_url").asText(),
          json.path("client_id").asText(),
          json.path("client_secret").asText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
