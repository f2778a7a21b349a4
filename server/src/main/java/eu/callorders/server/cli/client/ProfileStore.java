package eu.callorders.server.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.db.PrivateFile;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The profiles of this user, in {@code profiles.json} of mode 0600 below the configuration
 * directory; secrets are in the key store of the system, where there is one, else in the same file.
 */
public final class ProfileStore {
  public static final String DEFAULT = "default";
  private static final String SECRET = "client_secret";

  private final Path file;
  private final Optional<KeyStoreProgram> keyStore;

  ProfileStore(Path file, Optional<KeyStoreProgram> keyStore) {
    this.file = file;
    this.keyStore = keyStore;
  }

  /** In {@code $XDG_CONFIG_HOME/call-orders}, else in {@code ~/.config/call-orders}. */
  public static ProfileStore of(Map<String, String> variables) {
    String home = variables.getOrDefault("HOME", System.getProperty("user.home", "."));
    String base = variables.getOrDefault("XDG_CONFIG_HOME", home + "/.config");
    return new ProfileStore(
        Path.of(base, "call-orders", "profiles.json"), KeyStoreProgram.ofThisSystem(variables));
  }

  Optional<ApiConnection> find(String name) {
    JsonNode profile = all().path(name);
    if (profile.isMissingNode()) {
      return Optional.empty();
    }
    String secret =
        profile.has(SECRET)
            ? profile.path(SECRET).asText()
            : keyStore.flatMap(store -> store.find(name)).orElse("");
    return Optional.of(
        new ApiConnection(
            "profile " + name,
            profile.path("api_url").asText(),
            profile.path("auth_url").asText(),
            profile.path("client_id").asText(),
            secret));
  }

  /** Stores a profile; returns where its secret is. */
  public String save(String name, ApiConnection connection) {
    ObjectNode profiles = all();
    ObjectNode profile =
        profiles
            .putObject(name)
            .put("api_url", connection.apiUrl())
            .put("auth_url", connection.authUrl())
            .put("client_id", connection.clientId());
    boolean inKeyStore =
        keyStore.map(store -> store.store(name, connection.clientSecret())).orElse(false);
    if (!inKeyStore) {
      profile.put(SECRET, connection.clientSecret());
    }
    try {
      PrivateFile.write(file, profiles.toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return inKeyStore ? "the key store of this system" : file.toString();
  }

  private ObjectNode all() {
    try {
      return Files.exists(file) ? (ObjectNode) Json.parse(Files.readString(file)) : Json.object();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
