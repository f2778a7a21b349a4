package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, starts and stops a PostgreSQL server on one directory. */
final class PostgresCluster {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresCluster.class);

  private static final Duration INIT_TIMEOUT = Duration.ofMinutes(2);

  /** Includes crash recovery. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
  private static final int MAX_START_ATTEMPTS = 3;
  private static final String VERSION_FILE = "PG_VERSION";

  private final PostgresPrograms programs;
  private final Path directory;
  private final Path log;

  PostgresCluster(PostgresPrograms programs, Path directory, Path log) {
    this.programs = programs;
    this.directory = directory.toAbsolutePath().normalize();
    this.log = log.toAbsolutePath().normalize();
  }

  /** The major version of PostgreSQL that has written a cluster. */
  static String majorVersion(Path cluster) throws IOException {
    return Files.readString(cluster.resolve(VERSION_FILE), UTF_8).strip();
  }

  /** Creates the cluster unless it exists; a crash leaves no incomplete one. */
  void createIfAbsent(Path superuserPassword) throws IOException {
    if (Files.exists(directory.resolve(VERSION_FILE))) {
      String found = majorVersion(directory);
      if (!found.equals(Integer.toString(PostgresPrograms.majorVersion()))) {
        throw new IllegalStateException(
            "%s was written by PostgreSQL %s, this version has %s: run `call-orders.jar upgrade-data`"
                .formatted(directory, found, PostgresPrograms.VERSION));
      }
      return;
    }
    ClusterSwap.requireComplete(directory);
    Path fresh = directory.resolveSibling(directory.getFileName() + ".new");
    Directories.delete(fresh);
    programs.account().takeOwnership(Files.createDirectory(fresh));
    programs.account().takeOwnership(superuserPassword);
    try {
      programs.run(
          INIT_TIMEOUT,
          "initdb",
          List.of(
              "--pgdata=" + fresh,
              "--username=" + EmbeddedDatabase.SUPERUSER,
              "--auth=scram-sha-256",
              "--pwfile=" + superuserPassword.toAbsolutePath(),
              "--encoding=UTF8",
              "--locale=C",
              "--locale-provider=builtin",
              "--builtin-locale=C.UTF-8"));
    } finally {
      PostgresAccount.returnToService(superuserPassword);
    }
    Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Makes the server's account the owner of the files; no server may run on them. */
  void assignOwner() throws IOException {
    programs.account().takeOwnership(directory);
  }

  /**
   * Starts the server and returns its port once it accepts connections. Retries, since another
   * program may take the port first.
   */
  int start(Map<String, String> settings) throws IOException {
    for (int failures = 0; ; failures++) {
      int port = FreePort.choose();
      try {
        start(port, settings);
        return port;
      } catch (IllegalStateException e) {
        if (failures + 1 == MAX_START_ATTEMPTS) {
          throw new IllegalStateException(e.getMessage() + "; see " + log, e);
        }
        LOG.debug("PostgreSQL start failed on port {}", port, e);
      }
    }
  }

  /** Rotates the log: only those of this start and of the previous one remain. */
  void rotateLog() throws IOException {
    if (Files.exists(log)) {
      Files.move(
          log,
          log.resolveSibling(log.getFileName() + ".previous"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    PrivateFile.write(log, "");
    programs.account().takeOwnership(log);
  }

  void start(int port, Map<String, String> settings) throws IOException {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("port", Integer.toString(port));
    StringBuilder options = new StringBuilder();
    all.forEach((name, value) -> options.append(" -c ").append(name).append('=').append(value));
    programs.run(
        START_TIMEOUT.plus(STOP_TIMEOUT),
        "pg_ctl",
        List.of(
            "start",
            "--wait",
            "--silent",
            "--timeout=" + START_TIMEOUT.toSeconds(),
            "--pgdata=" + directory,
            "--log=" + log,
            "--options=" + options));
  }

  /**
   * Stops the server.
   *
   * @param mode {@code fast} rolls open transactions back and writes a checkpoint, {@code
   *     immediate} leaves both to the recovery at the next start
   */
  void stop(String mode) throws IOException {
    stop(mode, STOP_TIMEOUT);
  }

  /**
   * Stops the server within that time.
   *
   * @throws IllegalStateException if it still runs
   */
  void stop(String mode, Duration limit) throws IOException {
    PostgresPrograms ofServer = programs.forOwnerOf(directory);
    ofServer.run(
        limit.multipliedBy(2),
        "pg_ctl",
        List.of(
            "stop",
            "--wait",
            "--silent",
            "--mode=" + mode,
            "--timeout=" + limit.toSeconds(),
            "--pgdata=" + directory));
  }

  /**
   * Stops the server that a killed process has left running. The caller holds the directory's lock,
   * so a running server can only be such an orphan.
   */
  void stopOrphan() throws IOException {
    Path pidFile = directory.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    Optional<ProcessHandle> running = process(pidFile);
    if (running.isEmpty()) {
      return; // after a crash of the machine PostgreSQL recognizes the stale file
    }
    if (isOurs(running.get())) {
      LOG.warn("Stopping a PostgreSQL left running on {} (pid {})", directory, running.get().pid());
      stop("fast");
    } else {
      Files.delete(pidFile); // the pid belongs to another program or to a zombie
    }
  }

  /** Whether a server runs on the files. */
  boolean isRunning() throws IOException {
    Path pidFile = directory.resolve("postmaster.pid");
    return Files.exists(pidFile) && process(pidFile).map(this::isOurs).orElse(false);
  }

  private boolean isOurs(ProcessHandle process) {
    ProcessHandle.Info program = process.info();
    if (program.command().isEmpty()) {
      return false; // a zombie
    }
    return program
        .arguments()
        .map(arguments -> List.of(arguments).contains(directory.toString()))
        .orElse(program.command().get().endsWith("/postgres"));
  }

  private static Optional<ProcessHandle> process(Path pidFile) throws IOException {
    List<String> lines = Files.readAllLines(pidFile, UTF_8);
    try {
      return lines.isEmpty()
          ? Optional.empty()
          : ProcessHandle.of(Long.parseLong(lines.getFirst().strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
