package eu.callorders.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A migrated, empty sandbox database for one test class. All of a JVM share one server, which is
 * not durable: nothing survives a test run.
 *
 * <p>{@code try (TestDatabase database = TestDatabase.create()) { ... database.service() ... }}
 */
public final class TestDatabase implements AutoCloseable {
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final String name;

  private TestDatabase(String name) {
    this.name = name;
  }

  /** A copy of a template that has been migrated once. */
  public static TestDatabase create() {
    TestDatabase database = new TestDatabase("test_" + COUNTER.incrementAndGet());
    execute(
        "CREATE DATABASE %s TEMPLATE %s OWNER %s STRATEGY FILE_COPY"
            .formatted(database.name, Shared.TEMPLATE, Shared.SERVER.owner().user()));
    return database;
  }

  /** The role that the service runs as; row-level security binds it. */
  public DatabaseAddress service() {
    return Shared.SERVER.service().in(name);
  }

  /** The role that owns the schema; row-level security is forced on it too. */
  public DatabaseAddress owner() {
    return Shared.SERVER.owner().in(name);
  }

  /** Drops the database, open connections notwithstanding. */
  @Override
  public void close() {
    execute("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
  }

  /** An empty database without any schema, for tests of the migration itself. */
  static TestDatabase empty() {
    TestDatabase database = new TestDatabase("empty_" + COUNTER.incrementAndGet());
    DatabaseAddress owner = Shared.SERVER.owner();
    execute("CREATE DATABASE %s OWNER %s".formatted(database.name, owner.user()));
    return database;
  }

  static DatabaseAddress superuser() {
    return Shared.SERVER.superuser();
  }

  /** Of a role that row-level security and foreign keys need not bind. */
  public Connection connectAsSuperuser() throws SQLException {
    return superuser().in(name).connect();
  }

  /** Has the service's role log the plan of each statement, with the rows that it visits. */
  public ExecutedPlans logPlans() {
    String role = "ALTER ROLE %s IN DATABASE %s SET ".formatted(service().user(), name);
    for (String setting : ExecutedPlans.SETTINGS) {
      execute(role + setting);
    }
    return new ExecutedPlans(Shared.DIRECTORY.resolve("postgres.log"));
  }

  /** Closes what uses the server when the JVM ends, before the server stops. */
  public static void closeBeforeServer(AutoCloseable user) {
    Shared.USERS.add(user);
  }

  private static synchronized void execute(String command) {
    try (Statement statement = Shared.CONNECTION.createStatement()) {
      statement.execute(command);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Started when the first test asks for it, stopped with the JVM. */
  private static final class Shared {
    static final List<AutoCloseable> USERS = new CopyOnWriteArrayList<>();
    static final Path DIRECTORY = createDirectory();
    static final EmbeddedDatabase SERVER = start();
    static final String TEMPLATE = SERVER.owner().database();
    static final Connection CONNECTION = migrateTemplate();

    private static Connection migrateTemplate() {
      Migrator.run(SERVER.owner(), SERVER.service(), "sandbox");
      try {
        return SERVER.superuser().connect();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    private static EmbeddedDatabase start() {
      EmbeddedDatabase server =
          EmbeddedDatabase.start(
              DIRECTORY,
              programs(),
              Duration.ofSeconds(1),
              Map.of(
                  "fsync", "off",
                  "synchronous_commit", "off",
                  "full_page_writes", "off",
                  "max_connections", "200"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(server)));
      return server;
    }

    private static Path createDirectory() {
      try {
        return TestDirectory.create("call-orders-test");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void remove(EmbeddedDatabase server) {
      try {
        for (AutoCloseable user : USERS) {
          user.close();
        }
        server.closeAtOnce();
        Directories.delete(DIRECTORY);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Unpacked once for all test runs of a user. */
  static Path programs() {
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        "call-orders-test-programs-" + System.getProperty("user.name"));
  }
}
