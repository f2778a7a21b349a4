package eu.callorders.bench.crash;

import eu.callorders.bench.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Copies data directories of PostgreSQL. */
final class DataCopy {
  private DataCopy() {}

  /** Copies a directory, except for the file that names its process; what vanishes is left out. */
  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(from, new Copier(from, to));
  }

  /** Puts a copy in the place of a directory. */
  static void replace(Path directory, Path copy) throws IOException {
    delete(directory);
    copy(copy, directory);
  }

  static void delete(Path directory) throws IOException {
    new TemporaryDirectory(directory).close();
  }

  private static final class Copier extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Path to;

    private Copier(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      Path target = to.resolve(from.relativize(directory));
      Files.createDirectories(target);
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!file.getFileName().toString().equals("postmaster.pid")) {
        try {
          Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
          // deleted meanwhile
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
