package eu.callorders.bench.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** How a database comes back as it was earlier. */
enum RestoreWay {
  /** A copy of the data directory at one instant, as a volume snapshot makes it. */
  SNAPSHOT {
    @Override
    void back(Postgres postgres) throws IOException, InterruptedException {
      List<String> processes = processes(postgres);
      signal("STOP", processes);
      try {
        DataCopy.copy(postgres.data(), postgres.beside(COPY));
      } finally {
        signal("CONT", processes);
      }
    }

    @Override
    void restore(Postgres postgres) throws IOException, InterruptedException {
      startFromCopy(postgres);
    }
  },

  /** A base backup, started without recovery settings. */
  BASE_BACKUP {
    @Override
    void back(Postgres postgres) throws IOException, SQLException {
      baseBackup(postgres);
    }

    @Override
    void restore(Postgres postgres) throws IOException, InterruptedException {
      startFromCopy(postgres);
    }
  },

  /** A base backup, recovered from the log up to a restore point. */
  POINT_IN_TIME {
    @Override
    void back(Postgres postgres) throws IOException, SQLException {
      baseBackup(postgres);
      try (Connection connection = postgres.superuser("postgres");
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT pg_create_restore_point('campaign')");
      }
    }

    @Override
    void restore(Postgres postgres) throws IOException, InterruptedException {
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
  },

  /** A standby that has received nothing more since, and is promoted. */
  STANDBY {
    @Override
    void back(Postgres postgres) throws IOException, SQLException, InterruptedException {
      baseBackup(postgres);
      Path standby = postgres.beside(COPY);
      Files.createFile(standby.resolve("standby.signal"));
      Path configuration = standby.resolve("postgresql.auto.conf");
      append(
          configuration,
          "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres password=%s'\n"
              .formatted(postgres.port(), postgres.superuserPassword()));
      Files.delete(standby.resolve("postmaster.opts"));
      postgres.control(
          standby,
          "start",
          "--wait",
          "--log=" + postgres.beside("standby.log"),
          "--options=-c port=%d -c unix_socket_directories='' -c max_connections=%d"
              .formatted(Ports.free(), Postgres.CONNECTIONS));
      append(configuration, "primary_conninfo = ''\n");
      postgres.control(standby, "reload");
    }

    @Override
    void restore(Postgres postgres) throws IOException, InterruptedException {
      Path options = postgres.beside("options");
      Files.copy(postgres.data().resolve("postmaster.opts"), options);
      postgres.stopImmediately();
      postgres.control(postgres.beside(COPY), "stop", "--mode=fast", "--wait");
      DataCopy.replace(postgres.data(), postgres.beside(COPY));
      Files.delete(postgres.data().resolve("postmaster.opts"));
      Files.copy(options, postgres.data().resolve("postmaster.opts"));
      postgres.startAgain();
      postgres.control(postgres.data(), "promote", "--wait");
    }
  },

  /** A copy of the database within the running server, renamed. */
  TEMPLATE {
    @Override
    void back(Postgres postgres) throws IOException, SQLException {
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

    @Override
    void restore(Postgres postgres) throws IOException, SQLException {
      String name = postgres.databaseName();
      postgres.administer(
          "DROP DATABASE %s WITH (FORCE)".formatted(name),
          "ALTER DATABASE %s RENAME TO %s".formatted(COPY, name));
    }
  },

  /** A dump, restored into another cluster: transaction ids begin again. */
  DUMP {
    @Override
    void back(Postgres postgres) throws IOException, SQLException {
      LogicalDump.write(postgres, postgres.beside(COPY));
    }

    @Override
    void restore(Postgres postgres) throws IOException, InterruptedException, SQLException {
      postgres.startNewCluster();
      postgres.createDatabase();
      LogicalDump.restore(postgres.beside(COPY), postgres);
    }
  },

  /** A dump, restored into a new database of the running server: transaction ids go on. */
  DUMP_SAME_SERVER {
    @Override
    void back(Postgres postgres) throws IOException, SQLException {
      LogicalDump.write(postgres, postgres.beside(COPY));
    }

    @Override
    void restore(Postgres postgres) throws IOException, SQLException {
      postgres.administer("DROP DATABASE %s WITH (FORCE)".formatted(postgres.databaseName()));
      postgres.createDatabase();
      LogicalDump.restore(postgres.beside(COPY), postgres);
    }
  };

  private static final String COPY = "saved";

  /** Makes the backup, while the service works. */
  abstract void back(Postgres postgres) throws IOException, SQLException, InterruptedException;

  /** Destroys the database and brings the backup back, at the same address; no node runs. */
  abstract void restore(Postgres postgres) throws IOException, SQLException, InterruptedException;

  private static void startFromCopy(Postgres postgres) throws IOException, InterruptedException {
    postgres.stopImmediately();
    DataCopy.replace(postgres.data(), postgres.beside(COPY));
    postgres.startAgain();
  }

  /** The log is copied last: what the backup needs is in it by then. */
  private static void baseBackup(Postgres postgres) throws IOException, SQLException {
    Path copy = postgres.beside(COPY);
    try (Connection connection = postgres.superuser("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('campaign', true)");
      DataCopy.copy(postgres.data(), copy);
      try (ResultSet label =
          statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        label.next();
        Files.writeString(copy.resolve("backup_label"), label.getString(1));
      }
    }
    DataCopy.copy(postgres.data().resolve("pg_wal"), copy.resolve("pg_wal"));
  }

  private static void append(Path file, String lines) throws IOException {
    Files.writeString(file, Files.readString(file) + lines);
  }

  private static List<String> processes(Postgres postgres) throws IOException {
    long first =
        Long.parseLong(
            Files.readAllLines(postgres.data().resolve("postmaster.pid")).getFirst().strip());
    ProcessHandle postmaster = ProcessHandle.of(first).orElseThrow();
    return Stream.concat(Stream.of(postmaster), postmaster.descendants())
        .map(process -> Long.toString(process.pid()))
        .toList();
  }

  /** The first to stop is the one that starts others. */
  private static void signal(String name, List<String> processes)
      throws IOException, InterruptedException {
    for (String process : processes) {
      new ProcessBuilder("kill", "-" + name, process).inheritIO().start().waitFor();
    }
  }
}
