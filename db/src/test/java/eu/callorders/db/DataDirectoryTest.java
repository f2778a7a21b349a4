package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final String UNUSABLE = "the data directory %s cannot be used: ";

  @TempDir private Path directory;
  private Path data;

  @BeforeEach
  void chooseData() {
    data = directory.resolve("absent/data");
  }

  @Test
  void createsAbsentDirectories() throws Exception {
    assertThat(lock()).isEqualTo("locked");
    assertThat(data.resolve("lock")).exists();
    assertThat(lock()).isEqualTo("locked");
  }

  @Test
  void rejectsAFileInItsPath() throws Exception {
    Files.createFile(directory.resolve("absent"));
    assertThat(lock())
        .isEqualTo(UNUSABLE.formatted(data) + directory.resolve("absent") + " is no directory");
  }

  /** As of a volume that is not mounted. */
  @Test
  void rejectsALinkToNothing() throws Exception {
    Files.createSymbolicLink(directory.resolve("absent"), Path.of("/absent-volume"));
    assertThat(lock())
        .isEqualTo(
            "%s%s is a link to /absent-volume, which does not exist",
            UNUSABLE.formatted(data), directory.resolve("absent"));
  }

  /** Root ignores the mode of files, unless it lacks a capability. */
  @Test
  void rejectsADirectoryOfReadersOnly() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    assertThat(
            lock(ROOT ? new String[] {"setpriv", "--bounding-set=-dac_override"} : new String[0]))
        .isEqualTo(
            "%sthe user %s may not write to %s, which belongs to %s",
            UNUSABLE.formatted(data),
            System.getProperty("user.name"),
            directory,
            Files.getOwner(directory));
    assertThat(directory).isEmptyDirectory();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void rejectsAReadOnlyFileSystem() throws Exception {
    assertThat(lock(mounted("ro")))
        .isEqualTo(UNUSABLE.formatted(data) + directory + " is on a read-only file system");
  }

  /** As systemd mounts a state directory under ProtectSystem=strict. */
  @Test
  void acceptsAWritableMountInAReadOnlyOne() throws Exception {
    assertThat(
            lock(
                inNamespace(
                    "mount -t tmpfs none $0 && mkdir -p $0/absent/data"
                        + " && mount --bind $0/absent/data $0/absent/data"
                        + " && mount -o remount,bind,ro $0")))
        .isEqualTo("locked");
  }

  @Test
  void rejectsAReadOnlyMountInAWritableOne() throws Exception {
    assertThat(lock(inNamespace("mount --bind $0 $0 && mount -o remount,bind,ro $0")))
        .isEqualTo(UNUSABLE.formatted(data) + directory + " is on a read-only file system");
  }

  /** The service could not read what root leaves in its directory. */
  @Test
  void rejectsFilesOfAnotherUser() throws Exception {
    assumeTrue(ROOT, "only root changes owners");
    assertThat(lock()).isEqualTo("locked");
    Files.setAttribute(data.resolve("lock"), "unix:uid", 12345);
    assertThat(lock())
        .isEqualTo(
            UNUSABLE.formatted(data)
                + "its files belong to the user 12345, but this process runs as root:"
                + " run it as that user");
  }

  /** As Kubernetes mounts volumes. */
  @Test
  void acceptsAnEmptyDirectoryOfAnotherUser() throws Exception {
    assumeTrue(ROOT, "only root changes owners");
    Files.setAttribute(directory, "unix:uid", 12345);
    assertThat(lock()).isEqualTo("locked");
    assertThat(lock()).isEqualTo("locked");
  }

  @Test
  void requiresSpaceForTheEmbeddedDatabase() throws Exception {
    assertThat(run("start", mounted("size=9m")))
        .isEqualTo(
            data.resolve("postgres")
                + " has 9 MiB of free space: the embedded database needs 150 MiB; nothing was"
                + " changed");
  }

  /** Mounts a file system in memory on the directory, for one process. */
  private String[] mounted(String option) {
    return inNamespace("mount -t tmpfs -o " + option + " none $0");
  }

  /** Mounts for one process; in the commands, $0 is the directory. */
  private String[] inNamespace(String commands) {
    assumeTrue(ROOT && Files.isExecutable(Path.of("/usr/bin/unshare")), "only root mounts");
    return new String[] {
      "unshare", "--mount", "sh", "-c", commands + " && exec \"$@\"", directory.toString()
    };
  }

  private String lock(String... prefix) throws IOException {
    return run("lock", prefix);
  }

  /** The line of another process that locks the data directory or starts its database. */
  private String run(String action, String... prefix) throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.addAll(
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            Uses.class.getName(),
            action,
            data.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return String.join("\n", process.inputReader().lines().toList());
  }

  /** A process that uses a data directory. */
  static final class Uses {
    private Uses() {}

    public static void main(String[] args) {
      Path data = Path.of(args[1]);
      try {
        if (args[0].equals("lock")) {
          DataDirectoryLock.acquire(data, Duration.ZERO).close();
        } else {
          EmbeddedDatabase.start(data).close();
        }
        System.out.println("locked");
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
