package eu.callorders.db;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The account of the operating system that runs PostgreSQL and owns its files. PostgreSQL refuses
 * to run as root.
 */
enum PostgresAccount {
  /** The account of the service, which is not root. */
  SERVICE("", ""),

  /**
   * An account without rights, in a group without other members. The directory around the cluster
   * is open to the group only, so other programs of the account reach no file in it.
   */
  UNPRIVILEGED("nobody", "65530"),

  /** Root in a user namespace: PostgreSQL accepts that, but can read root's files. */
  ROOT("root", "0");

  private static final Logger LOG = LoggerFactory.getLogger(PostgresAccount.class);
  private static final long PROBE_SECONDS = 30;

  private final String owner;
  private final String group;

  PostgresAccount(String owner, String group) {
    this.owner = owner;
    this.group = group;
  }

  /**
   * The account for a server on that cluster, which may not exist yet.
   *
   * @throws IllegalStateException if the service is root and no account works
   */
  static PostgresAccount choose(Path cluster, Path program) {
    if (!isRoot()) {
      return SERVICE;
    }
    Path around = Objects.requireNonNull(cluster.getParent());
    if (isUnprivilegedUsable(around, cluster, program)) {
      return UNPRIVILEGED;
    }
    if (!ROOT.succeeds("true")) {
      throw new IllegalStateException(
          "the embedded PostgreSQL cannot run as root here (no user namespaces, and setpriv is"
              + " missing or the account %s cannot work in ".formatted(UNPRIVILEGED.owner)
              + around
              + "): start the service as another user or set CALLORDERS_DATABASE_URL");
    }
    LOG.warn(
        "The embedded PostgreSQL can read root's files: setpriv is missing, or the account {}"
            + " cannot work in {}. Start the service as an ordinary user, or set"
            + " CALLORDERS_DATA_DIR to a directory that other users may enter",
        UNPRIVILEGED.owner,
        around);
    return ROOT;
  }

  /** The account that owns the files, and so runs their server. */
  static PostgresAccount ownerOf(Path files) throws IOException {
    if (!isRoot()) {
      return SERVICE;
    }
    return UNPRIVILEGED.owns(files) ? UNPRIVILEGED : ROOT;
  }

  /** Makes the service the owner of files of PostgreSQL. */
  static void returnToService(Path files) throws IOException {
    if (isRoot()) {
      ROOT.takeOwnership(files);
    }
  }

  /** The start of a command line that runs a command as this account. */
  List<String> commandPrefix() {
    return switch (this) {
      case SERVICE -> List.of();
      case UNPRIVILEGED ->
          List.of(
              "setpriv",
              "--reuid=" + owner,
              "--regid=" + group,
              "--clear-groups",
              "--no-new-privs");
      case ROOT -> List.of("unshare", "--user");
    };
  }

  /**
   * Makes this account the owner of a file, or of a directory with its content. The directory comes
   * last: its owner shows whether all is done.
   */
  void takeOwnership(Path files) throws IOException {
    boolean isForeign =
        this == UNPRIVILEGED ? ROOT.owns(files) : this == ROOT && UNPRIVILEGED.owns(files);
    if (!isForeign) {
      return;
    }
    List<Path> topFirst;
    try (Stream<Path> paths = Files.walk(files)) {
      topFirst = paths.toList();
    }
    for (Path path : topFirst.reversed()) {
      PosixFileAttributeView view =
          Files.getFileAttributeView(path, PosixFileAttributeView.class, NOFOLLOW_LINKS);
      view.setGroup(accounts().lookupPrincipalByGroupName(group));
      view.setOwner(accounts().lookupPrincipalByName(owner));
    }
  }

  private static UserPrincipalLookupService accounts() {
    return FileSystems.getDefault().getUserPrincipalLookupService();
  }

  private boolean owns(Path files) throws IOException {
    return Files.getOwner(files, NOFOLLOW_LINKS).getName().equals(owner);
  }

  /** Opens the directory around the cluster to the group, and tests the account in it. */
  private static boolean isUnprivilegedUsable(Path around, Path cluster, Path program) {
    try {
      if (!ROOT.owns(around) || isLinkedOrForeign(cluster) || !UNPRIVILEGED.succeeds("true")) {
        return false;
      }
      Files.getFileAttributeView(around, PosixFileAttributeView.class)
          .setGroup(accounts().lookupPrincipalByGroupName(UNPRIVILEGED.group));
      Files.setPosixFilePermissions(around, PosixFilePermissions.fromString("rwx--x---"));
      Path probe = Files.createTempDirectory(around, "account");
      try {
        UNPRIVILEGED.takeOwnership(probe);
        return UNPRIVILEGED.succeeds("test", "-w", probe.toString())
            && UNPRIVILEGED.succeeds(program.toString(), "--version");
      } finally {
        Files.delete(probe);
      }
    } catch (IOException e) {
      LOG.debug("PostgreSQL cannot run as {}", UNPRIVILEGED.owner, e);
      return false;
    }
  }

  /** Files behind a link may be out of the account's reach, and a foreign owner keeps its files. */
  private static boolean isLinkedOrForeign(Path cluster) throws IOException {
    return Files.isSymbolicLink(cluster)
        || Files.isSymbolicLink(cluster.resolve("pg_wal"))
        || (Files.exists(cluster) && !ROOT.owns(cluster) && !UNPRIVILEGED.owns(cluster));
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Whether a command runs as this account and ends with 0. */
  boolean succeeds(String... command) {
    List<String> all = new ArrayList<>(commandPrefix());
    all.addAll(List.of(command));
    try {
      Process process =
          PostgresPrograms.removeSettings(new ProcessBuilder(all))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
