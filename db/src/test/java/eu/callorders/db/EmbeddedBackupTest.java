package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class EmbeddedBackupTest {
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
      assertThat(EmbeddedBackup.restore(lock, backup)).hasSize(1);
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
      execute(database, "CREATE TABLE kept (id serial PRIMARY KEY, text text)");
      CountDownLatch started = new CountDownLatch(1);
      AtomicBoolean stop = new AtomicBoolean();
      Future<Integer> writer = threads.submit(() -> write(database, started, stop));
      started.await();
      int before = count(database);

      EmbeddedBackup.write(data, backup);

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
    EmbeddedDatabase.start(data).close();
    Path full = Files.createDirectory(directory.resolve("full"));
    Files.writeString(full.resolve("file"), "");

    assertThatThrownBy(() -> EmbeddedBackup.write(data, full)).hasMessageContaining("not empty");
    assertThatThrownBy(() -> EmbeddedBackup.write(full, directory.resolve("other")))
        .hasMessageContaining("no embedded database");
    try (DataDirectoryLock lock = lock(data)) {
      assertThatThrownBy(() -> EmbeddedBackup.restore(lock, full))
          .hasMessageContaining("no backup");
      assertThatThrownBy(() -> EmbeddedBackup.write(data, directory.resolve("other")))
          .hasMessageContaining("in use, but its database does not run");
    }
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
