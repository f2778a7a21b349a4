package eu.callorders.server.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node's last observation of its database, stored in its data directory: after a plain restart it
 * proves that nothing was lost.
 *
 * @param instance as observed
 * @param at real time
 * @param placed attempt with the last intent committed before calls were placed; null before the
 *     first
 */
record Witness(UUID node, ServerInstance instance, Instant at, @Nullable UUID placed) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Witness withPlaced(@Nullable UUID placed) {
    return new Witness(node, instance, at, placed);
  }

  /** Writes the file atomically and with its own identity, which invalidates copies. */
  void write(Path file) throws IOException {
    write(file, FileIdentity.ROOT);
  }

  void write(Path file, Path root) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path temporary = file.resolveSibling(file.getFileName() + "." + node);
    Files.writeString(temporary, "");
    ObjectNode json =
        JSON.createObjectNode()
            .put("node", node.toString())
            .put("at", at.toString())
            .put("era", instance.era())
            .put("era_id", instance.eraId().toString())
            .put("db", instance.db())
            .put("file", instance.file())
            .put("sysid", instance.sysid())
            .put("timeline", instance.timeline())
            .put("lsn", instance.lsn())
            .put("placed", placed == null ? null : placed.toString());
    FileIdentity.of(temporary, root).write(json);
    Files.writeString(temporary, json.toString());
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads the file; empty when it is absent, a copy, or from another machine. */
  static Optional<Witness> read(Path file) {
    return read(file, FileIdentity.ROOT);
  }

  static Optional<Witness> read(Path file, Path root) {
    try {
      JsonNode json = JSON.readTree(Files.readString(file));
      return FileIdentity.of(json).equals(FileIdentity.of(file, root))
          ? Optional.of(of(json))
          : Optional.empty();
    } catch (IOException | RuntimeException e) { // absent, or another format
      return Optional.empty();
    }
  }

  private static Witness of(JsonNode json) {
    return new Witness(
        UUID.fromString(json.required("node").asText()),
        new ServerInstance(
            json.required("era").asInt(),
            UUID.fromString(json.required("era_id").asText()),
            "",
            true,
            json.required("db").asLong(),
            json.required("file").asLong(),
            json.required("sysid").asLong(),
            json.required("timeline").asInt(),
            json.required("lsn").asLong()),
        Instant.parse(json.required("at").asText()),
        json.hasNonNull("placed") ? UUID.fromString(json.path("placed").asText()) : null);
  }
}
