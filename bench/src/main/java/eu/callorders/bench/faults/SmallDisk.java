package eu.callorders.bench.faults;

import eu.callorders.bench.crash.DatabaseUnderTest;
import eu.callorders.bench.crash.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A PostgreSQL whose data lies on a small disk in memory, which ends with it. */
record SmallDisk(Postgres postgres, Path mount) implements DatabaseUnderTest {
  /** Programs and an empty cluster take 200 MB, and the log of a campaign as much again. */
  private static final int MEBIBYTES = 640;

  static SmallDisk start(Path directory) throws Exception {
    Path home = Files.createDirectories(directory.resolve("postgres"));
    mount(home);
    try {
      return new SmallDisk(Postgres.start(directory), home);
    } catch (IOException | InterruptedException | RuntimeException e) {
      unmount(home);
      throw e;
    }
  }

  /** Throws an IOException where the right to mount a disk is missing. */
  static void mount(Path directory) throws IOException, InterruptedException {
    String options = "size=%dm,mode=700".formatted(MEBIBYTES);
    SystemCommand.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", directory.toString());
  }

  static void unmount(Path directory) {
    try {
      SystemCommand.run("umount", "--lazy", directory.toString());
    } catch (IOException e) {
      System.err.println(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String serviceUrl() {
    return postgres.serviceUrl();
  }

  @Override
  public String ownerUrl() {
    return postgres.ownerUrl();
  }

  @Override
  public void close() {
    postgres.close();
    unmount(mount);
  }
}
