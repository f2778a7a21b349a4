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
 * Copies the files of a PostgreSQL cluster to disk. It follows no link: the copying account may
 * read more than the server that has made the link.
 */
final class ClusterCopy {
  private static final String WAL = "pg_wal";

  /** Directories whose content a server makes anew when it starts. */
  private static final Set<String> WITHOUT_CONTENT =
      Set.of(
          WAL,
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> OF_A_RUNNING_SERVER =
      Set.of("postmaster.pid", "postmaster.opts", "pg_internal.init");

  private ClusterCopy() {}

  /** Everything but the write-ahead log, from a server that may be running in backup mode. */
  static void copyWithoutLog(Path cluster, Path target) throws IOException {
    copy(
        cluster,
        target,
        file -> {
          String name = file.getFileName().toString();
          return !OF_A_RUNNING_SERVER.contains(name)
              && !name.startsWith("pgsql_tmp")
              && !WITHOUT_CONTENT.contains(cluster.relativize(file).getName(0).toString());
        });
    Files.createDirectories(target.resolve(WAL).resolve("archive_status"));
  }

  /**
   * The segments of the write-ahead log from one to another, and the histories of timelines.
   *
   * @param first name of a segment: timeline and position, 24 hexadecimal digits
   */
  static void copyLog(Path cluster, Path target, String first, String last) throws IOException {
    try (Stream<Path> files = Files.list(cluster.resolve(WAL))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        boolean isWanted =
            name.length() == first.length()
                && name.compareTo(first) >= 0
                && name.compareTo(last) <= 0;
        if (isWanted || name.endsWith(".history")) {
          copyFile(file, target.resolve(WAL).resolve(name));
        }
      }
    }
  }

  /** All files of a cluster that no server works on. */
  static void copyAll(Path cluster, Path target) throws IOException {
    copy(cluster, target, file -> true);
  }

  private static void copy(Path source, Path target, Predicate<Path> wanted) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Path relative = source.relativize(directory);
            if (relative.getNameCount() > 1 && !wanted.test(directory)) {
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
            if (attributes.isRegularFile() && wanted.test(file)) {
              copyFile(file, target.resolve(source.relativize(file).toString()));
            }
            return FileVisitResult.CONTINUE;
          }

          // A table may be dropped meanwhile; the log says so.
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
