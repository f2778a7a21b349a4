package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The account of a PostgreSQL that root starts. */
@Tag("long")
class PostgresAccountTest {
  private static final String ACCOUNT = "nobody";

  /** Has mode 0700, so the account without rights enters it only once a test opens it. */
  @TempDir private Path directory;

  private Path home;
  private Path cluster;
  private Path secret;

  @BeforeEach
  void requireRoot() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root changes the account");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv is not installed");
    assumeTrue(succeedsAsOther("true"), "setpriv is not permitted");
    open("rwx--x--x");
    assumeTrue(succeedsAsOther("test", "-x", directory.toString()), ACCOUNT + " cannot enter /tmp");
    open("rwx------");
    home = directory.resolve("postgres");
    cluster = home.resolve("cluster");
    secret = directory.resolve("master-key");
    PrivateFile.write(secret, "a secret");
  }

  @Test
  void readsNoFileOfRoot() throws Exception {
    open("rwxr-xr-x");
    try (EmbeddedDatabase database = start()) {
      assertThat(Files.getOwner(Path.of("/proc", Long.toString(pid()))).getName())
          .isEqualTo(ACCOUNT);
      for (Path file : List.of(secret, home.resolve("superuser-password"))) {
        assertThatThrownBy(() -> read(database, file))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("Permission denied");
      }
    }
  }

  @Test
  void otherProgramsOfTheAccountReadNoFileOfTheCluster() throws Exception {
    open("rwxr-xr-x");
    start().close();
    assertThat(Files.getOwner(cluster).getName()).isEqualTo(ACCOUNT);
    assertThat(succeedsAsOther("test", "-x", directory.toString())).isTrue();
    assertThat(succeedsAsOther("test", "-e", cluster.toString())).isFalse();
  }

  @Test
  void changesTheOwnerOfAClusterWithTheAccount() throws Exception {
    requireNamespaces();
    try (EmbeddedDatabase database = start()) {
      assertThat(owners(cluster)).containsOnly("root");
      assertThat(read(database, secret)).isEqualTo("a secret");
      execute(database, "CREATE TABLE kept (id int)");
    }
    open("rwx--x--x");
    try (EmbeddedDatabase database = start()) {
      assertThat(owners(cluster)).containsOnly(ACCOUNT);
      execute(database, "INSERT INTO kept VALUES (1)");
    }
    open("rwx------");
    try (EmbeddedDatabase database = start()) {
      assertThat(owners(cluster)).containsOnly("root");
      execute(database, "INSERT INTO kept VALUES (2)");
    }
  }

  @Test
  void stopsTheServerOfAKilledProcessThatRunsAsTheOtherAccount() throws Exception {
    requireNamespaces();
    startAndKill();
    long ofRoot = pid();
    open("rwx--x--x");
    start().close();
    assertThat(isAlive(ofRoot)).isFalse();

    startAndKill();
    long unprivilegedPid = pid();
    assertThat(owners(cluster)).containsOnly(ACCOUNT);
    start().close();
    assertThat(isAlive(unprivilegedPid)).isFalse();
  }

  @Test
  void backupBelongsToRootAndCanBeRestored() throws Exception {
    open("rwx--x--x");
    Path backup = directory.resolve("backup");
    try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
      Migrator.run(database.owner(), database.service(), "sandbox");
      execute(database, "CREATE TABLE kept (id int)");
      Files.createSymbolicLink(cluster.resolve("base").resolve("link"), secret);
      EmbeddedBackup.write(directory, backup, List.of());
    }
    assertThat(owners(backup)).containsOnly("root");
    assertThat(backup.resolve("cluster/base/link")).doesNotExist();
    try (DataDirectoryLock lock = DataDirectoryLock.acquire(directory, Duration.ZERO)) {
      assertThat(
              EmbeddedBackup.restore(lock, backup, new EmbeddedBackup.Target("sandbox", Set.of())))
          .isPresent();
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
      assertThat(owners(cluster)).containsOnly(ACCOUNT);
      execute(database, "INSERT INTO kept VALUES (1)");
    }
  }

  @Test
  void fallsBackToRootWithAWarningInAnInaccessibleDirectory() throws Exception {
    requireNamespaces();
    Files.createDirectory(home);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(PostgresAccount.class);
    log.start();
    logger.addAppender(log);
    try {
      assertThat(choose()).isEqualTo(PostgresAccount.ROOT);
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.WARN);
              assertThat(event.getFormattedMessage())
                  .contains(home.toString(), "CALLORDERS_DATA_DIR");
            });
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }

  @Test
  void fallsBackToRootForLinkedAndForeignFiles() throws Exception {
    requireNamespaces();
    open("rwx--x--x");
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createDirectories(cluster);
    assertThat(choose()).isEqualTo(PostgresAccount.UNPRIVILEGED);

    Files.createSymbolicLink(cluster.resolve("pg_wal"), elsewhere);
    assertThat(choose()).isEqualTo(PostgresAccount.ROOT);
    Files.delete(cluster.resolve("pg_wal"));

    Files.setAttribute(cluster, "unix:uid", 4321);
    assertThat(choose()).isEqualTo(PostgresAccount.ROOT);
    assertThat(Files.getAttribute(cluster, "unix:uid")).isEqualTo(4321);
  }

  private static void requireNamespaces() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "--user", "true").start().waitFor() == 0,
        "user namespaces are not permitted");
  }

  private PostgresAccount choose() throws IOException {
    return PostgresPrograms.unpackBelow(TestDatabase.programs(), cluster).account();
  }

  private void open(String mode) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
  }

  private EmbeddedDatabase start() {
    return EmbeddedDatabase.start(directory, TestDatabase.programs(), Duration.ZERO, Map.of());
  }

  /** Starts a service, which may log, and kills it; its PostgreSQL still runs. */
  private void startAndKill() throws Exception {
    Process service =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Starts.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(service.inputReader().lines().anyMatch("started"::equals)).isTrue();
    service.destroyForcibly().waitFor();
    assertThat(isAlive(pid())).isTrue();
  }

  private long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(cluster.resolve("postmaster.pid")).getFirst());
  }

  /** A zombie has a pid, but no command. */
  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }

  private static List<String> owners(Path top) throws IOException {
    try (Stream<Path> paths = Files.walk(top)) {
      List<Path> all = paths.toList();
      List<String> owners = new ArrayList<>();
      for (Path path : all) {
        owners.add(Files.getOwner(path).getName());
      }
      return owners;
    }
  }

  /** Runs a command as another program of that account. */
  private static boolean succeedsAsOther(String... command) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + ACCOUNT, "--regid=65534", "--clear-groups"));
    all.addAll(List.of(command));
    return new ProcessBuilder(all).start().waitFor() == 0;
  }

  private static String read(EmbeddedDatabase database, Path file) throws SQLException {
    try (Connection connection = database.superuser().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_read_file('" + file + "')")) {
      row.next();
      return row.getString(1);
    }
  }

  private static void execute(EmbeddedDatabase database, String statement) throws SQLException {
    try (Connection connection = database.owner().connect()) {
      connection.createStatement().execute(statement);
    }
  }

  /** A process to kill: reports the start of its database. */
  static final class Starts {
    private Starts() {}

    public static void main(String[] args) throws IOException {
      EmbeddedDatabase database =
          EmbeddedDatabase.start(
              Path.of(args[0]), TestDatabase.programs(), Duration.ZERO, Map.of());
      System.out.println("started");
      System.in.read();
      database.close();
    }
  }
}
