package eu.callorders.server.cli;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.EmbeddedBackup;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.encryption.Keyring;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code restore}: restores a backup of the embedded database while the service is stopped. */
@Command(
    name = "restore",
    description = {
      "Restores a backup of the embedded database; the service must not run.",
      "Checks the whole backup first, and changes nothing if it is damaged or of another service."
    })
final class RestoreCommand extends EmbeddedDatabaseCommand {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "Directory written by `backup`.")
  private @Nullable Path source;

  RestoreCommand() {
    super(
        "pg_ctl start --pgdata=DIR for a directory of pg_basebackup, or pg_restore --clean"
            + " --if-exists --dbname=URL FILE for a file of pg_dump, with all nodes stopped");
  }

  @Override
  void run(Config config, PrintWriter out) {
    try (DataDirectoryLock lock =
        DataDirectoryLock.acquire(config.dataDirectory(), Duration.ZERO)) {
      EmbeddedBackup.restore(lock, Objects.requireNonNull(source), target(config))
          .ifPresent(before -> out.println("before " + before));
      deleteObservations(config);
    }
    out.println("restored " + source);
    out.println("Run `restore-check` before you start the service.");
  }

  private static EmbeddedBackup.Target target(Config config) {
    try {
      return new EmbeddedBackup.Target(
          config.environment().wireName(),
          Secrets.masterKeys(config).stream().map(Keyring::idOf).collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
