package eu.callorders.server.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identifies a file on a machine, so that a copy differs, even a copy of the whole volume on
 * another machine.
 *
 * @param machine id of the operating system's installation; without one, as in containers, the
 *     kernel's boot id; else empty
 * @param device of the volume; zero where unsupported
 * @param inode zero where unsupported
 */
record FileIdentity(String machine, long device, long inode) {
  static final Path ROOT = Path.of("/");

  /**
   * Reads the identity of an existing file.
   *
   * @param root of the machine's file system
   */
  static FileIdentity of(Path file, Path root) throws IOException {
    boolean unix = Files.getFileStore(file).supportsFileAttributeView("unix");
    String installation = line(root.resolve("etc/machine-id"));
    return new FileIdentity(
        installation.isEmpty()
            ? line(root.resolve("proc/sys/kernel/random/boot_id"))
            : installation,
        unix ? number(file, "unix:dev") : 0,
        unix ? number(file, "unix:ino") : 0);
  }

  static FileIdentity of(JsonNode json) {
    return new FileIdentity(
        json.required("machine").asText(),
        json.required("device").asLong(),
        json.required("inode").asLong());
  }

  void write(ObjectNode json) {
    json.put("machine", machine).put("device", device).put("inode", inode);
  }

  private static long number(Path file, String attribute) throws IOException {
    return ((Number) Files.getAttribute(file, attribute)).longValue();
  }

  private static String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException | RuntimeException e) { // absent, unreadable, or not text
      return "";
    }
  }
}
