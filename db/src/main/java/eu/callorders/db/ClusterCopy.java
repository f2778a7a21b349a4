package eu.callorders.db;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Copies the files of a PostgreSQL cluster. Follows no link: the copying account may read more than
 * the server that created the link.
 */
final class ClusterCopy {
  private static final String WAL = "pg_wal";

  /** Directories that a server fills when it starts. */
  private static final Set<String> EMPTIED_DIRECTORIES =
      Set.of(
          WAL,
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> RUNTIME_FILES =
      Set.of("postmaster.pid", "postmaster.opts", "pg_internal.init");

  private ClusterCopy() {}

  /** Copies all but the write-ahead log; a running server must be in backup mode. */
  static void copyWithoutLog(Path cluster, Path target) throws IOException {
    copy(
        cluster,
        target,
        file -> {
          String name = file.getFileName().toString();
          return !RUNTIME_FILES.contains(name)
              && !name.startsWith("pgsql_tmp")
              && !EMPTIED_DIRECTORIES.contains(cluster.relativize(file).getName(0).toString());
        });
    Files.createDirectories(target.resolve(WAL).resolve("archive_status"));
  }

  /**
   * Copies a range of segments of the write-ahead log, and the histories of timelines.
   *
   * @param first name of a segment: timeline and position, 24 hexadecimal digits
   */
  static void copyLog(Path cluster, Path target, String first, String last) throws IOException {
    try (Stream<Path> files = Files.list(cluster.resolve(WAL))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        boolean isIncluded =
            name.length() == first.length()
                && name.compareTo(first) >= 0
                && name.compareTo(last) <= 0;
        if (isIncluded || name.endsWith(".history")) {
          copyFile(file, target.resolve(WAL).resolve(name));
        }
      }
    }
  }

  /** Copies all files of a stopped cluster. */
  static void copyAll(Path cluster, Path target) throws IOException {
    copy(cluster, target, file -> true);
  }

  private static void copy(Path source, Path target, Predicate<Path> filter) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Path relative = source.relativize(directory);
            if (relative.getNameCount() > 1 && !filter.test(directory)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Path copy = target.resolve(relative.toString());
            if (!Files.isDirectory(copy)) {
              Files.copy(directory, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && filter.test(file)) {
              copyFile(file, target.resolve(source.relativize(file).toString()));
            }
            return FileVisitResult.CONTINUE;
          }

          // A table may be dropped during the copy; recovery replays that from the log.
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }

  private static void copyFile(Path file, Path copy) throws IOException {
    try {
      Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(copy, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      channel.force(true);
    }
  }
}
