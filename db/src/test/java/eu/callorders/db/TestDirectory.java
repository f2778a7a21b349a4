package eu.callorders.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories of test databases. */
final class TestDirectory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH_MEMORY = 4L << 30;

  private TestDirectory() {}

  /** In memory if space permits: PostgreSQL then copies a template in a tenth of the time. */
  static Path create(String prefix) throws IOException {
    boolean inMemory =
        Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH_MEMORY;
    return letOthersEnter(
        inMemory ? Files.createTempDirectory(MEMORY, prefix) : Files.createTempDirectory(prefix));
  }

  /** Lets a PostgreSQL that root starts below this directory run as its account without rights. */
  static Path letOthersEnter(Path directory) throws IOException {
    return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
  }
}
