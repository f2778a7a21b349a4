package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Says in one sentence why a data directory cannot be used, before anything is written. */
final class DataDirectory {
  /** What each start creates: its owner is the user of the service. */
  private static final List<String> OWNED = List.of("lock", "postgres");

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String USER_IDS = "Uid:";
  private static final long MEBIBYTE = 1 << 20;

  private DataDirectory() {}

  /**
   * @param directory absent or not
   * @throws IllegalStateException naming the directory and why this process cannot write to it
   */
  static void require(Path directory) throws IOException {
    Path path = directory.toAbsolutePath().normalize();
    Optional<String> fault = fault(path);
    if (fault.isEmpty()) {
      fault = otherUser(path);
    }
    require("the data directory", path, fault);
  }

  /** The same of a directory that is not the service's. */
  static void requireWritable(Path directory) throws IOException {
    Path path = directory.toAbsolutePath().normalize();
    require("the directory", path, fault(path));
  }

  private static void require(String name, Path path, Optional<String> fault) {
    if (fault.isPresent()) {
      throw new IllegalStateException(
          "%s %s cannot be used: %s".formatted(name, path, fault.get()));
    }
  }

  /**
   * @param purpose what needs the space
   * @throws IllegalStateException if the file system of that directory has less space
   */
  static void requireSpace(Path directory, long bytes, String purpose) throws IOException {
    long free = Files.getFileStore(directory).getUsableSpace();
    if (free < bytes) {
      throw new IllegalStateException(
          "%s has %d MiB of free space: %s needs %d MiB; nothing was changed"
              .formatted(directory, free / MEBIBYTE, purpose, bytes / MEBIBYTE));
    }
  }

  private static Optional<String> fault(Path path) throws IOException {
    Path existing = path;
    while (!Files.exists(existing)) {
      if (Files.isSymbolicLink(existing)) {
        return Optional.of(
            "%s is a link to %s, which does not exist"
                .formatted(existing, Files.readSymbolicLink(existing)));
      }
      existing = Objects.requireNonNull(existing.getParent());
    }
    if (!Files.isDirectory(existing)) {
      return Optional.of(existing + " is no directory");
    }
    if (isReadOnly(existing)) {
      return Optional.of(existing + " is on a read-only file system");
    }
    return Files.isWritable(existing)
        ? Optional.empty()
        : Optional.of(
            "the user %s may not write to %s, which belongs to %s"
                .formatted(processUser(), existing, Files.getOwner(existing)));
  }

  /** Asks for the access itself: the file store of a bind mount is that of the directory above. */
  private static boolean isReadOnly(Path directory) throws IOException {
    try {
      directory.getFileSystem().provider().checkAccess(directory, AccessMode.WRITE);
      return false;
    } catch (AccessDeniedException e) {
      return false;
    } catch (FileSystemException e) {
      return true;
    }
  }

  /**
   * A process of another user would leave files that the service cannot read. The directory itself
   * may belong to root, as the volumes of Kubernetes do.
   */
  private static Optional<String> otherUser(Path directory) throws IOException {
    Optional<Integer> process = processUserId();
    for (String name : OWNED) {
      Path file = directory.resolve(name);
      if (process.isEmpty() || !Files.exists(file, NOFOLLOW_LINKS)) {
        continue;
      }
      boolean isOwn = process.get().equals(Files.getAttribute(file, "unix:uid", NOFOLLOW_LINKS));
      // Network file systems may map all users to one.
      boolean isMapped = process.get() != 0 && Files.isWritable(file);
      if (!isOwn && !isMapped) {
        return Optional.of(
            "its files belong to the user %s, but this process runs as %s: run it as that user"
                .formatted(Files.getOwner(file, NOFOLLOW_LINKS), processUser()));
      }
    }
    return Optional.empty();
  }

  private static String processUser() {
    return System.getProperty("user.name");
  }

  /** The effective user id; empty on systems other than Linux. */
  private static Optional<Integer> processUserId() throws IOException {
    if (!Files.exists(STATUS)) {
      return Optional.empty();
    }
    return Files.readAllLines(STATUS, UTF_8).stream()
        .filter(line -> line.startsWith(USER_IDS))
        .map(
            line -> Integer.valueOf(line.substring(USER_IDS.length()).strip().split("\\s+", -1)[1]))
        .findFirst();
  }
}
