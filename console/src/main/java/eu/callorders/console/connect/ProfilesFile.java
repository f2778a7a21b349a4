package eu.callorders.console.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The profiles in {@code profiles.json} in the settings directory. */
final class ProfilesFile {
  private static final Logger LOG = System.getLogger(ProfilesFile.class.getName());

  private final Path file;

  ProfilesFile(Path directory) {
    file = directory.resolve("profiles.json");
  }

  List<Profile> all() {
    List<Profile> found = new ArrayList<>();
    try {
      if (Files.exists(file)) {
        Json.parse(Files.readString(file))
            .ifPresent(json -> json.path("profiles").forEach(one -> found.add(of(one))));
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(Level.WARNING, "reading profiles failed", e);
    }
    return found;
  }

  /** Replaces the profile with the same name. */
  void save(Profile profile) throws IOException {
    List<Profile> all = all();
    all.removeIf(one -> one.name().equals(profile.name()));
    all.add(profile);
    write(all);
  }

  void remove(String name) throws IOException {
    List<Profile> all = all();
    if (all.removeIf(one -> one.name().equals(name))) {
      write(all);
    }
  }

  private void write(List<Profile> all) throws IOException {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("profiles");
    all.forEach(profile -> toJson(list.addObject(), profile));
    Files.createDirectories(file.getParent());
    Path temporary = Files.createTempFile(file.getParent(), "profiles", ".tmp");
    Files.writeString(temporary, Json.pretty(json));
    Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void toJson(ObjectNode json, Profile profile) {
    json.put("name", profile.name())
        .put("base_url", profile.base().toString())
        .put("auth_url", profile.issuer().toString())
        .put("client_id", profile.clientId());
    profile.administration().ifPresent(url -> json.put("admin_url", url.toString()));
  }

  private static Profile of(JsonNode json) {
    String base = json.path("base_url").asText();
    return new Profile(
        json.path("name").asText(),
        URI.create(base),
        URI.create(json.path("auth_url").asText(base)),
        Optional.of(json.path("admin_url").asText()).filter(it -> !it.isEmpty()).map(URI::create),
        json.path("client_id").asText());
  }
}
