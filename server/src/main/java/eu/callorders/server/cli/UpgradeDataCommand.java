package eu.callorders.server.cli;

import eu.callorders.db.ClusterUpgrade;
import eu.callorders.db.DataDirectoryLock;
import eu.callorders.server.config.Config;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code upgrade-data}: for an embedded database of another major version of PostgreSQL. */
@Command(
    name = "upgrade-data",
    description = {
      "Moves the embedded database to the PostgreSQL of this version, by dump and restore; the"
          + " service must not run.",
      "Keeps the old files. Does nothing when the database is of this version."
    })
final class UpgradeDataCommand extends EmbeddedDatabaseCommand {
  UpgradeDataCommand() {
    super("pg_upgrade, or pg_dump and pg_restore, with all nodes stopped");
  }

  @Override
  void run(Config config, PrintWriter out) {
    try (DataDirectoryLock lock =
        DataDirectoryLock.acquire(config.dataDirectory(), Duration.ZERO)) {
      Optional<ClusterUpgrade.Result> upgrade = ClusterUpgrade.run(lock);
      if (upgrade.isEmpty()) {
        out.println("nothing to upgrade");
        return;
      }
      deleteObservations(config);
      out.printf(
          "upgraded from PostgreSQL %s: %d rows%n", upgrade.get().from(), upgrade.get().rows());
      out.println("before " + upgrade.get().before());
    }
    out.println("Run `restore-check` before you start the service.");
  }
}
