package eu.callorders.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The latest results of each measurement of one commit, by the measurement's name. */
final class ResultFile {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ResultFile() {}

  /** The results in a file; none when it is absent. */
  static ObjectNode read(Path file) {
    try {
      return Files.exists(file)
          ? (ObjectNode) JSON.readTree(Files.readString(file))
          : JSON.createObjectNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the results of a measurement in a file. */
  static void put(Path file, ObjectNode measured) {
    ObjectNode results = read(file);
    results.set(measured.get("bench").asText(), measured);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, JSON.writeValueAsString(results) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
