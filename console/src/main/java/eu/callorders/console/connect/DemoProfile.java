package eu.callorders.console.connect;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The demo tenant of a local sandbox, read from the file that its service writes on start. */
public record DemoProfile(Profile profile, String secret, String adminToken) {
  private static final Path FILE = Path.of("data", "demo-credentials.json");

  /** Searches the directory and its parents. */
  static Optional<DemoProfile> find(Path start, String name) {
    return Stream.iterate(start.toAbsolutePath(), directory -> directory != null, Path::getParent)
        .map(directory -> directory.resolve(FILE))
        .filter(Files::isReadable)
        .findFirst()
        .flatMap(file -> read(file, name));
  }

  /** Empty if the file is incomplete, as while it is being written. */
  static Optional<DemoProfile> read(Path file, String name) {
    try {
      return Json.parse(Files.readString(file))
          .filter(json -> json.hasNonNull("base_url") && json.hasNonNull("client_id"))
          .map(json -> of(json, name));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static DemoProfile of(JsonNode json, String name) {
    return new DemoProfile(
        Profile.of(name, json),
        json.path("client_secret").asText(),
        json.path("admin_token").asText());
  }

  @Override
  public String toString() {
    return profile.name();
  }
}
