package eu.callorders.bench.cluster;

import eu.callorders.bench.Polling;
import eu.callorders.bench.Programs;
import eu.callorders.bench.crash.DatabaseUnderTest;
import eu.callorders.bench.crash.Postgres;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.db.DatabaseAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** PgBouncer with {@code deploy/pgbouncer.ini} before a PostgreSQL; migrations go around it. */
final class PgBouncer implements DatabaseUnderTest {
  private static final Path TEMPLATE = Path.of("deploy/pgbouncer.ini");
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Postgres postgres;
  private final int port = ServiceNode.freePort();
  private final Process process;

  private PgBouncer(Path directory, Postgres postgres, String mode) throws Exception {
    this.postgres = postgres;
    // It gives up the rights of root before it reads its files.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path users = directory.resolve("pgbouncer-users");
    DatabaseAddress service = postgres.database().service();
    Files.writeString(users, "\"%s\" \"%s\"\n".formatted(service.user(), service.password()));
    Path config = directory.resolve("pgbouncer-%s.ini".formatted(mode));
    Files.writeString(config, config(service, users, mode));
    this.process =
        Programs.start(
            directory.resolve("pgbouncer-%s.log".formatted(mode)),
            Map.of(),
            List.of(Programs.find("pgbouncer"), "--user=nobody", config.toString()));
    Polling.until(TIMEOUT, 50, "PgBouncer does not listen", this::listens);
  }

  private String config(DatabaseAddress service, Path users, String mode) throws IOException {
    return Files.readString(TEMPLATE)
            .replace(
                "host=database.example.com port=5432",
                "host=%s port=%d".formatted(service.host(), service.port()))
            .replace("listen_port = 6432", "listen_port = " + port)
            .replace("/etc/pgbouncer/userlist.txt", users.toString())
            .replace("pool_mode = session", "pool_mode = " + mode)
        + "unix_socket_dir =\n";
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** A new PostgreSQL behind PgBouncer in session mode. */
  static PgBouncer start(Path directory) throws Exception {
    Postgres postgres = Postgres.start(directory);
    try {
      return new PgBouncer(directory, postgres, "session");
    } catch (Exception e) {
      postgres.close();
      throw e;
    }
  }

  /** Uses the address of another PgBouncer, in transaction mode, before the same PostgreSQL. */
  void inTransactionMode(Path directory, Use use) throws Exception {
    PgBouncer pooler = new PgBouncer(directory, postgres, "transaction");
    try {
      use.of(pooler.serviceUrl());
    } finally {
      Programs.end(pooler.process);
    }
  }

  /** What is done with the address of a pooler. */
  interface Use {
    void of(String serviceUrl) throws Exception;
  }

  @Override
  public String serviceUrl() {
    return postgres
        .serviceUrl()
        .replace(":" + postgres.database().service().port() + "/", ":" + port + "/");
  }

  @Override
  public String ownerUrl() {
    return postgres.ownerUrl();
  }

  @Override
  public void close() {
    Programs.end(process);
    postgres.close();
  }
}
