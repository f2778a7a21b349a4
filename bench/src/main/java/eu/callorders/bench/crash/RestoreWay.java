package eu.callorders.bench.crash;

import eu.callorders.bench.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** How a database comes back as it was earlier. */
enum RestoreWay {
  /** A copy of the data directory at one instant, as a volume snapshot makes it. */
  SNAPSHOT(RestoreWay::copyFrozen, RestoreWay::startFromCopy),

  /** A base backup, started without recovery settings. */
  BASE_BACKUP(RestoreWay::baseBackup, RestoreWay::startFromCopy),

  /** A base backup, recovered from the log up to a restore point. */
  POINT_IN_TIME(
      postgres -> {
        baseBackup(postgres);
        postgres.administer("SELECT pg_create_restore_point('campaign')");
      },
      RestoreWay::recoverToRestorePoint),

  /** A standby that has received nothing more since, and is promoted. */
  STANDBY(RestoreWay::startStandby, RestoreWay::promoteStandby),

  /** A copy of the database within the running server, renamed. */
  TEMPLATE(RestoreWay::copyDatabase, RestoreWay::renameCopy),

  /** A dump, restored into another cluster: transaction ids begin again. */
  DUMP(
      postgres -> LogicalDump.write(postgres, postgres.beside(RestoreWay.COPY)),
      postgres -> {
        postgres.startNewCluster();
        restoreDump(postgres);
      }),

  /** A dump, restored into a new database of the running server: transaction ids go on. */
  DUMP_SAME_SERVER(
      postgres -> LogicalDump.write(postgres, postgres.beside(RestoreWay.COPY)),
      postgres -> {
        postgres.administer("DROP DATABASE %s WITH (FORCE)".formatted(postgres.databaseName()));
        restoreDump(postgres);
      });

  private static final String COPY = "saved";

  @SuppressWarnings("ImmutableEnumChecker") // captures nothing
  final Step backup;

  @SuppressWarnings("ImmutableEnumChecker") // captures nothing
  final Step restore;

  RestoreWay(Step backup, Step restore) {
    this.backup = backup;
    this.restore = restore;
  }

  /** A backup is made while the service works, and brought back at the same address. */
  interface Step {
    void take(Postgres postgres) throws Exception;
  }

  private static void copyFrozen(Postgres postgres) throws Exception {
    List<Long> processes = processes(postgres);
    signal("STOP", processes);
    try {
      DataCopy.copy(postgres.data(), postgres.beside(COPY));
    } finally {
      signal("CONT", processes);
    }
  }

  /** The first to stop is the one that starts others; one that has ended needs no signal. */
  private static void signal(String name, List<Long> processes) throws Exception {
    for (long process : processes) {
      new ProcessBuilder("kill", "-" + name, "" + process).inheritIO().start().waitFor();
    }
  }

  private static List<Long> processes(Postgres postgres) throws IOException {
    ProcessHandle postmaster = ProcessHandle.of(postgres.postmaster()).orElseThrow();
    return Stream.concat(Stream.of(postmaster), postmaster.descendants())
        .map(ProcessHandle::pid)
        .toList();
  }

  private static void startFromCopy(Postgres postgres) throws Exception {
    postgres.stopImmediately();
    DataCopy.replace(postgres.data(), postgres.beside(COPY));
    postgres.startAgain();
  }

  /** The log is copied last: what the backup needs is in it by then. */
  private static void baseBackup(Postgres postgres) throws Exception {
    Path copy = postgres.beside(COPY);
    try (SqlSession session = postgres.superuser("postgres")) {
      session.execute("SELECT pg_backup_start('campaign', true)");
      DataCopy.copy(postgres.data(), copy);
      String label = session.texts("SELECT labelfile FROM pg_backup_stop(false)").getFirst();
      Files.writeString(copy.resolve("backup_label"), label);
    }
    DataCopy.copy(postgres.data().resolve("pg_wal"), copy.resolve("pg_wal"));
  }

  private static void recoverToRestorePoint(Postgres postgres) throws Exception {
    postgres.stopImmediately();
    Path archive = postgres.beside("archive");
    DataCopy.copy(postgres.data().resolve("pg_wal"), archive);
    DataCopy.replace(postgres.data(), postgres.beside(COPY));
    Files.createFile(postgres.data().resolve("recovery.signal"));
    append(
        postgres.configuration(),
        """
        restore_command = 'cp "%s/%%f" "%%p"'
        recovery_target_name = 'campaign'
        recovery_target_action = 'promote'
        """
            .formatted(archive));
    postgres.startAgain();
  }

  private static void startStandby(Postgres postgres) throws Exception {
    baseBackup(postgres);
    Path standby = postgres.beside(COPY);
    Files.createFile(standby.resolve("standby.signal"));
    Path configuration = standby.resolve("postgresql.auto.conf");
    append(
        configuration,
        "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres password=%s'\n"
            .formatted(postgres.port(), postgres.superuserPassword()));
    Path options = standby.resolve("postmaster.opts");
    Files.writeString(
        options,
        Files.readString(options)
            .replace(postgres.data().toString(), standby.toString())
            .replaceFirst("port=\\d+", "port=" + ServiceNode.freePort()));
    // A standby needs the limits of its primary; restart takes the options of the last start.
    postgres.control(standby, "restart", "--wait", "--log=" + postgres.beside("standby.log"));
    append(configuration, "primary_conninfo = ''\n");
    postgres.control(standby, "reload");
  }

  private static void promoteStandby(Postgres postgres) throws Exception {
    Path options = postgres.data().resolve("postmaster.opts");
    String ofPrimary = Files.readString(options);
    postgres.stopImmediately();
    postgres.control(postgres.beside(COPY), "stop", "--mode=fast", "--wait");
    DataCopy.replace(postgres.data(), postgres.beside(COPY));
    Files.writeString(options, ofPrimary);
    postgres.startAgain();
    postgres.control(postgres.data(), "promote", "--wait");
  }

  private static void copyDatabase(Postgres postgres) throws Exception {
    String name = postgres.databaseName();
    postgres.administer("ALTER DATABASE %s ALLOW_CONNECTIONS false".formatted(name));
    try {
      postgres.administer(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '%s'"
              .formatted(name),
          "CREATE DATABASE %s TEMPLATE %s OWNER %s".formatted(COPY, name, postgres.ownerName()));
    } finally {
      postgres.administer("ALTER DATABASE %s ALLOW_CONNECTIONS true".formatted(name));
    }
  }

  private static void renameCopy(Postgres postgres) throws Exception {
    String name = postgres.databaseName();
    postgres.administer(
        "DROP DATABASE %s WITH (FORCE)".formatted(name),
        "ALTER DATABASE %s RENAME TO %s".formatted(COPY, name));
  }

  private static void restoreDump(Postgres postgres) throws Exception {
    postgres.createDatabase();
    LogicalDump.restore(postgres, postgres.beside(COPY));
  }

  private static void append(Path file, String lines) throws IOException {
    Files.writeString(file, lines, StandardOpenOption.APPEND);
  }
}
