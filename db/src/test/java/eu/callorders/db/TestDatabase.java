package eu.callorders.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
 * A migrated, empty sandbox database for one test class. All databases of a JVM share one server,
 * which is not durable.
 *
 * <p>{@code try (TestDatabase database = TestDatabase.create()) { ... database.service() ... }}
 */
public final class TestDatabase implements AutoCloseable {
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final String name;

  private TestDatabase(String name) {
    this.name = name;
  }

  /** Copies a migrated template. */
  public static TestDatabase create() {
    TestDatabase database = new TestDatabase("test_" + COUNTER.incrementAndGet());
    execute(
        "CREATE DATABASE %s TEMPLATE %s OWNER %s STRATEGY FILE_COPY"
            .formatted(database.name, Shared.TEMPLATE, Shared.SERVER.owner().user()));
    return database;
  }

  /** The service's role, subject to row-level security. */
  public DatabaseAddress service() {
    return Shared.SERVER.service().withDatabase(name);
  }

  /** The role that owns the schema, also subject to row-level security. */
  public DatabaseAddress owner() {
    return Shared.SERVER.owner().withDatabase(name);
  }

  /** Drops the database and closes its connections. */
  @Override
  public void close() {
    execute("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
  }

  /** A database without schema, for tests of the migration. */
  static TestDatabase empty() {
    TestDatabase database = new TestDatabase("empty_" + COUNTER.incrementAndGet());
    DatabaseAddress owner = Shared.SERVER.owner();
    execute("CREATE DATABASE %s OWNER %s".formatted(database.name, owner.user()));
    return database;
  }

  static DatabaseAddress superuser() {
    return Shared.SERVER.superuser();
  }

  /** Connects as a role that can bypass row-level security and foreign keys. */
  public Connection connectAsSuperuser() throws SQLException {
    return superuser().withDatabase(name).connect();
  }

  /** Logs the plan of each statement of the service's role, with the rows visited. */
  public ExecutedPlans logPlans() {
    String role = "ALTER ROLE %s IN DATABASE %s SET ".formatted(service().user(), name);
    for (String setting : ExecutedPlans.SETTINGS) {
      execute(role + setting);
    }
    return new ExecutedPlans(Shared.DIRECTORY.resolve("postgres/postgres.log"));
  }

  /** Closes a user of the server when the JVM ends, before the server stops. */
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

  /** Starts with the first use, stops with the JVM. */
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
                  "max_connections", "200",
                  "scram_iterations", "1")); // random passwords
      Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(server)));
      return server;
    }

    private static Path createDirectory() {
      try {
        return TestDirectory.create("call-orders-test");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void shutDown(EmbeddedDatabase server) {
      try {
        for (AutoCloseable user : USERS) {
          user.close();
        }
        server.closeImmediately();
        Directories.delete(DIRECTORY);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Lets an embedded database of that data directory use the shared programs. */
  public static void linkPrograms(Path dataDirectory) throws IOException {
    Path home = Files.createDirectories(dataDirectory.resolve("postgres"));
    Path shared = PostgresPrograms.unpackBelow(programs(), home.resolve("cluster")).home();
    Files.createSymbolicLink(home.resolve(shared.getFileName()), shared);
  }

  /** Shared by all test runs of a user. */
  static Path programs() {
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        "call-orders-test-programs-" + System.getProperty("user.name"));
  }
}
