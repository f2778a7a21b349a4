package eu.callorders.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Replaces the cluster of a data directory, whose servers are stopped, and keeps the old one. */
final class ClusterSwap {
  private static final String CLUSTER = "cluster";
  private static final String BEFORE = CLUSTER + ".before-";

  private ClusterSwap() {}

  /**
   * Moves the fresh cluster into place.
   *
   * @param home the directory {@code postgres} of the data directory
   * @param fresh cluster on the same file system
   * @return where the old cluster is; empty if there was none
   */
  static Optional<Path> run(Path home, Path fresh, String superuserPassword) throws IOException {
    Path cluster = home.resolve(CLUSTER);
    Optional<Path> before = Optional.empty();
    if (Files.exists(cluster)) {
      before = Optional.of(unusedPath(home));
      Files.move(cluster, before.get(), StandardCopyOption.ATOMIC_MOVE);
    }
    PrivateFile.write(home.resolve(EmbeddedDatabase.PASSWORD_FILE), superuserPassword);
    Files.move(fresh, cluster, StandardCopyOption.ATOMIC_MOVE);
    return before;
  }

  /**
   * Refuses to create a cluster where a swap was interrupted: an empty database would look like a
   * lost one.
   *
   * @throws IllegalStateException if the cluster is absent and an old one is there
   */
  static void requireComplete(Path cluster) {
    Path before = cluster.resolveSibling(BEFORE + 1);
    if (!Files.exists(cluster) && Files.exists(before)) {
      throw new IllegalStateException(
          "%s is missing: rename the newest %s* back, or move them elsewhere for a new database"
              .formatted(cluster, BEFORE));
    }
  }

  private static Path unusedPath(Path home) {
    for (int suffix = 1; ; suffix++) {
      Path unused = home.resolve(BEFORE + suffix);
      if (!Files.exists(unused)) {
        return unused;
      }
    }
  }
}
