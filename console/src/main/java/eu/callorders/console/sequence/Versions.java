package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Json;
import java.util.List;

/** The versions of a sequence. */
final class Versions {
  private Versions() {}

  /** Newest first. */
  static List<JsonNode> of(JsonNode sequence) {
    return Json.list(sequence.path("versions"), version -> version).reversed();
  }

  /** The version with the number; missing when unknown. */
  static JsonNode find(JsonNode sequence, int number) {
    return of(sequence).stream()
        .filter(version -> number(version) == number)
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  /** The active version, otherwise the newest. */
  static JsonNode inUse(JsonNode sequence) {
    JsonNode active = find(sequence, sequence.path("active_version").asInt());
    return active.isMissingNode() ? newest(sequence) : active;
  }

  /** Missing in a sequence that does not exist yet. */
  static JsonNode newest(JsonNode sequence) {
    List<JsonNode> versions = of(sequence);
    return versions.isEmpty() ? MissingNode.getInstance() : versions.getFirst();
  }

  static int number(JsonNode version) {
    return version.path("version").asInt();
  }
}
