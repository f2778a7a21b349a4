package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL, unpacked from the class path: initdb, pg_ctl, postgres. */
final class PostgresPrograms {
  static final String VERSION = version();

  private static final String PREFIX = "programs-";

  /** 17.10.0 follows 17.9.0. */
  private static final Comparator<String> NEWEST_LAST =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private final Path home;
  private final PostgresAccount account;

  private PostgresPrograms(Path home, PostgresAccount account) {
    this.home = home;
    this.account = account;
  }

  /** Unpacks the programs below {@code directory}, unless they exist, for work on that cluster. */
  static PostgresPrograms unpackBelow(Path directory, Path cluster) throws IOException {
    Path home = directory.toAbsolutePath().resolve(PREFIX + VERSION);
    if (!Files.isDirectory(home)) {
      Path fresh = Files.createTempDirectory(Files.createDirectories(directory), "unpacking");
      unpack(fresh);
      moveIntoPlace(fresh, home);
    }
    return of(home, cluster);
  }

  /** The newest programs of another major version that an earlier start has unpacked. */
  static Optional<PostgresPrograms> findBelow(Path directory, String major, Path cluster)
      throws IOException {
    Optional<Path> home;
    try (Stream<Path> paths = Files.list(directory.toAbsolutePath())) {
      home =
          paths
              .filter(path -> path.getFileName().toString().startsWith(PREFIX + major + "."))
              .max(Comparator.comparing(Path::toString, NEWEST_LAST));
    }
    return home.map(found -> of(found, cluster));
  }

  private static PostgresPrograms of(Path home, Path cluster) {
    Path postgres = home.resolve("bin").resolve("postgres");
    return new PostgresPrograms(home, PostgresAccount.choose(cluster.toAbsolutePath(), postgres));
  }

  /** The same programs, run as the account that owns the files. */
  PostgresPrograms forOwnerOf(Path files) throws IOException {
    return new PostgresPrograms(home, PostgresAccount.ownerOf(files));
  }

  Path home() {
    return home;
  }

  PostgresAccount account() {
    return account;
  }

  static int majorVersion() {
    return Integer.parseInt(VERSION.substring(0, VERSION.indexOf('.')));
  }

  /** Hides the service's settings from the programs and their servers: some are secrets. */
  static ProcessBuilder removeSettings(ProcessBuilder builder) {
    builder.environment().keySet().removeIf(name -> name.startsWith("CALLORDERS_"));
    return builder;
  }

  /**
   * Runs a program and waits for its end.
   *
   * @throws IllegalStateException with the program's output if it fails or exceeds the limit
   */
  void run(Duration limit, String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(account.commandPrefix());
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    Path output = Files.createTempFile("postgres-" + program, ".log");
    try {
      Process process =
          removeSettings(new ProcessBuilder(command))
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            program + " did not end within " + limit.toSeconds() + " s");
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException(
            program + " failed: " + Files.readString(output, UTF_8).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(program + " was interrupted", e);
    } finally {
      Files.delete(output);
    }
  }

  private static void unpack(Path target) throws IOException {
    String archive = archive();
    try (InputStream resource = PostgresPrograms.class.getResourceAsStream(archive)) {
      if (resource == null) {
        throw new IllegalStateException(
            "no embedded PostgreSQL for this machine ("
                + archive
                + "): set CALLORDERS_DATABASE_URL");
      }
      TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(resource));
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, target.resolve(entry.getName()));
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path path)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, path);
      path.toFile().setExecutable((entry.getMode() & 0100) != 0, false);
    }
  }

  /** Keeps the copy of a process that was faster. */
  private static void moveIntoPlace(Path fresh, Path home) throws IOException {
    makeReadable(fresh);
    try {
      Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      Directories.delete(fresh);
    }
  }

  /** The programs may run as another account; the umask would prevent that. */
  private static void makeReadable(Path fresh) throws IOException {
    try (Stream<Path> paths = Files.walk(fresh)) {
      for (File file : paths.map(Path::toFile).toList()) {
        file.setReadable(true, false);
        if (file.canExecute()) {
          file.setExecutable(true, false);
        }
      }
    }
  }

  private static String archive() {
    String os = System.getProperty("os.name").toLowerCase(ROOT);
    String system =
        os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "windows" : "linux";
    String arch = System.getProperty("os.arch");
    String machine =
        switch (arch) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default -> arch;
        };
    return "/postgres-" + system + "-" + machine + ".txz";
  }

  private static String version() {
    try (InputStream resource = PostgresPrograms.class.getResourceAsStream("postgres.properties")) {
      Properties properties = new Properties();
      properties.load(resource);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
