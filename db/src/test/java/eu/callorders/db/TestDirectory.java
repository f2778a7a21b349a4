package eu.callorders.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories of test databases. */
final class TestDirectory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH_MEMORY = 4L << 30;

  private TestDirectory() {}

  /** In memory if space permits: PostgreSQL then copies a template in a tenth of the time. */
  static Path create(String prefix) throws IOException {
    boolean inMemory =
        Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH_MEMORY;
    return inMemory ? Files.createTempDirectory(MEMORY, prefix) : Files.createTempDirectory(prefix);
  }
}
