package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class EmbeddedBackupTest {
  private static final EmbeddedBackup.Target SANDBOX =
      new EmbeddedBackup.Target("sandbox", Set.of("8e1c", "77af"));

  @TempDir private Path directory;

  @BeforeEach
  void linkPrograms() throws Exception {
    TestDatabase.linkPrograms(directory.resolve("data"));
  }

  @Test
  void restoresTheRowsPresentAtTheEndOfTheBackup() throws Exception {
    Path data = directory.resolve("data");
    Path backup = directory.resolve("backup");
    int[] rows = backUp(data, backup);

    try (DataDirectoryLock lock = lock(data)) {
      assertThat(EmbeddedBackup.restore(lock, backup, SANDBOX)).isPresent();
    }
    try (EmbeddedDatabase restored = EmbeddedDatabase.start(data)) {
      assertThat(count(restored)).isBetween(rows[0], rows[1]);
      assertThat(number(restored, "SELECT max(id) - count(*) FROM kept")).isZero();
      assertThat(number(restored, "SELECT count(*) FROM kept WHERE text IS NULL")).isZero();
    }
  }

  /** Backs up during writes; returns the number of rows before and after. */
  private static int[] backUp(Path data, Path backup) throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Migrator.run(database.owner(), database.service(), "sandbox");
      execute(database, "CREATE TABLE kept (id serial PRIMARY KEY, text text)");
      CountDownLatch started = new CountDownLatch(1);
      AtomicBoolean stop = new AtomicBoolean();
      Future<Integer> writer = threads.submit(() -> write(database, started, stop));
      started.await();
      int before = count(database);

      EmbeddedBackup.write(data, backup, List.of());

      stop.set(true);
      int after = writer.get();
      execute(database, "DROP TABLE kept");
      assertThat(before).isPositive();
      assertThat(after).isGreaterThan(before);
      assertThatThrownBy(() -> lock(data)).hasMessageContaining("in use");
      return new int[] {before, after};
    }
  }

  @Test
  void rejectsANonEmptyTargetAndMissingSources() throws Exception {
    Path data = directory.resolve("data");
    migrate(data);
    Path full = Files.createDirectory(directory.resolve("full"));
    Files.writeString(full.resolve("file"), "");

    assertThatThrownBy(() -> write(data, full)).hasMessageContaining("not empty");
    assertThatThrownBy(() -> write(data, full.resolve("file/backup")))
        .hasMessage(
            "the directory %1$s/file cannot be used: %1$s/file is no directory".formatted(full));
    assertThatThrownBy(() -> write(full, directory.resolve("other")))
        .hasMessageContaining("no embedded database");
    try (DataDirectoryLock lock = lock(data)) {
      assertThatThrownBy(() -> EmbeddedBackup.restore(lock, full, SANDBOX))
          .hasMessageContaining("no backup");
      assertThatThrownBy(() -> write(data, directory.resolve("other")))
          .hasMessageContaining("in use, but its database does not run");
    }
  }

  /** Another service on the same files, or the same one after a loss of its data directory. */
  @Test
  void refusesWhatDoesNotSuitTheServiceAndMovesNothing() throws Exception {
    Path data = directory.resolve("data");
    Path backup = directory.resolve("backup");
    migrate(data);
    EmbeddedBackup.write(data, backup, List.of("SELECT '8e1c'", "SELECT '77af' WHERE false"));

    assertThatRestore(data, backup, "live", Set.of("8e1c"))
        .hasMessage(
            "the backup %s is of the environment sandbox, but CALLORDERS_ENVIRONMENT is live;"
                + " nothing was changed",
            backup);
    assertThatRestore(data, backup, "sandbox", Set.of("77af"))
        .hasMessageStartingWith("the backup %s needs the master key 8e1c: ", backup);
    Files.writeString(backup.resolve("cluster/global/further"), "");
    assertThatRestore(data, backup, "sandbox", Set.of("8e1c"))
        .hasMessage(
            "the backup %s is damaged: cluster/global/further is no part of it; nothing was"
                + " changed",
            backup);
    assertThat(data.resolve("postgres/cluster.before-1")).doesNotExist();
  }

  /** A backup that came over another file system has lost the modes of its files. */
  @Test
  void restoresABackupOfOtherModesIntoAnEmptyDirectory() throws Exception {
    Path data = directory.resolve("data");
    Path backup = directory.resolve("backup");
    migrate(data);
    write(data, backup);
    Files.setPosixFilePermissions(
        backup.resolve("cluster"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Path fresh = directory.resolve("fresh");
    TestDatabase.linkPrograms(fresh);

    try (DataDirectoryLock lock = lock(fresh)) {
      assertThat(EmbeddedBackup.restore(lock, backup, SANDBOX)).isEmpty();
    }
    try (EmbeddedDatabase restored = EmbeddedDatabase.start(fresh)) {
      assertThat(number(restored, "SELECT count(*) FROM deployment")).isEqualTo(1);
    }
  }

  /** The power failed between the two moves: a new database would look like a lost one. */
  @Test
  void startsNoNewDatabaseAfterAnInterruptedRestore() throws Exception {
    Path data = directory.resolve("data");
    Path home = data.resolve("postgres");
    migrate(data);
    Files.move(home.resolve("cluster"), home.resolve("cluster.before-1"));

    assertThatThrownBy(() -> EmbeddedDatabase.start(data))
        .hasMessageContaining("rename the newest cluster.before-* back");
    assertThat(home.resolve("cluster")).doesNotExist();
  }

  @Test
  void writesNoBackupOfAnEmptyDatabase() {
    Path data = directory.resolve("data");
    EmbeddedDatabase.start(data).close();
    assertThatThrownBy(() -> write(data, directory.resolve("backup")))
        .hasMessageContaining("the database is empty");
    assertThat(directory.resolve("backup")).doesNotExist();
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertThatRestore(
      Path data, Path backup, String environment, Set<String> masterKeys) {
    try (DataDirectoryLock lock = lock(data)) {
      return assertThatThrownBy(
          () ->
              EmbeddedBackup.restore(
                  lock, backup, new EmbeddedBackup.Target(environment, masterKeys)));
    }
  }

  private static void migrate(Path data) {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      Migrator.run(database.owner(), database.service(), "sandbox");
    }
  }

  private static void write(Path data, Path backup) {
    EmbeddedBackup.write(data, backup, List.of());
  }

  private static DataDirectoryLock lock(Path data) {
    return DataDirectoryLock.acquire(data, Duration.ZERO);
  }

  /** Commits until stopped; returns the number of commits. */
  private static int write(EmbeddedDatabase database, CountDownLatch started, AtomicBoolean stop)
      throws SQLException {
    int commits = 0;
    try (Connection connection = database.owner().connect();
        Statement statement = connection.createStatement()) {
      while (!stop.get()) {
        statement.execute("INSERT INTO kept (text) SELECT repeat('x', 1000)");
        commits++;
        started.countDown();
      }
    }
    return commits;
  }

  private static int count(EmbeddedDatabase database) throws SQLException {
    return number(database, "SELECT count(*) FROM kept");
  }

  private static void execute(EmbeddedDatabase database, String statement) throws SQLException {
    try (Connection connection = database.owner().connect()) {
      connection.createStatement().execute(statement);
    }
  }

  private static int number(EmbeddedDatabase database, String query) throws SQLException {
    try (Connection connection = database.owner().connect();
        ResultSet row = connection.createStatement().executeQuery(query)) {
      row.next();
      return row.getInt(1);
    }
  }
}
