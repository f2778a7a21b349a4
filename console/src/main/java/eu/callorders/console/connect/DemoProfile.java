package eu.callorders.console.connect;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The demo tenant of a local sandbox, read from the file that its service writes on start. */
public record DemoProfile(Profile profile, String secret, String adminToken) {
  private static final Path FILE = Path.of("data", "demo-credentials.json");

  /** Searches the directory and its parents. */
  static Optional<DemoProfile> find(Path start, String name) {
    for (@Nullable Path directory = start.toAbsolutePath();
        directory != null;
        directory = directory.getParent()) {
      Path file = directory.resolve(FILE);
      if (Files.isReadable(file)) {
        return read(file, name);
      }
    }
    return Optional.empty();
  }

  /** Empty if the file is incomplete, as while it is being written. */
  static Optional<DemoProfile> read(Path file, String name) {
    try {
      return Json.parse(Files.readString(file)).flatMap(json -> of(json, name));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<DemoProfile> of(JsonNode json, String name) {
    if (!json.hasNonNull("base_url") || !json.hasNonNull("client_id")) {
      return Optional.empty();
    }
    String base = json.path("base_url").asText();
    Optional<URI> admin =
        Optional.of(json.path("admin_url").asText()).filter(url -> !url.isEmpty()).map(URI::create);
    Profile profile =
        new Profile(
            name,
            URI.create(base),
            URI.create(json.path("auth_url").asText(base)),
            admin,
            json.path("client_id").asText());
    return Optional.of(
        new DemoProfile(
            profile, json.path("client_secret").asText(), json.path("admin_token").asText()));
  }

  @Override
  public String toString() {
    return profile.name();
  }
}
