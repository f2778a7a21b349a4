package eu.callorders.bench.crash;

import eu.callorders.bench.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Copies data directories of PostgreSQL. */
final class DataCopy {
  private DataCopy() {}

  /** Copies a directory, except for the file that names its process; what vanishes is left out. */
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (Path entry : entries) {
        Path target = to.resolve(entry.getFileName());
        if (Files.isDirectory(entry)) {
          copy(entry, target);
        } else if (!entry.endsWith("postmaster.pid")) {
          copyFile(entry, target);
        }
      }
    } catch (NoSuchFileException e) {
      // deleted meanwhile
    }
  }

  private static void copyFile(Path from, Path to) throws IOException {
    try {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      // deleted meanwhile
    }
  }

  static void replace(Path directory, Path copy) throws IOException {
    delete(directory);
    copy(copy, directory);
  }

  static void delete(Path directory) throws IOException {
    new TemporaryDirectory(directory).close();
  }
}
