package eu.callorders.console.connect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

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
            .ifPresent(
                json ->
                    json.path("profiles")
                        .forEach(one -> found.add(Profile.of(one.path("name").asText(), one))));
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
    all.forEach(profile -> profile.writeTo(list.addObject()));
    replace(file, Json.pretty(json));
  }

  /** Replaces the file as a whole, so that it is never incomplete. */
  static void replace(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Path temporary = Files.createTempFile(file.getParent(), "new", ".tmp");
    Files.writeString(temporary, text);
    Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
