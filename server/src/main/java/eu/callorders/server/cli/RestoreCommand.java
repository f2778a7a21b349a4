package eu.callorders.server.cli;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.EmbeddedBackup;
import eu.callorders.server.app.EraModule;
import eu.callorders.server.config.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code restore}: restores a backup of the embedded database while the service is stopped. */
@Command(
    name = "restore",
    description = "Restores a backup of the embedded database; the service must not run.")
final class RestoreCommand extends EmbeddedDatabaseCommand {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "Directory written by `backup`.")
  private @Nullable Path source;

  RestoreCommand() {
    super("the restore of your backup tool, with all nodes stopped");
  }

  @Override
  void run(Config config, PrintWriter out) {
    try (DataDirectoryLock lock =
        DataDirectoryLock.acquire(config.dataDirectory(), Duration.ZERO)) {
      EmbeddedBackup.restore(lock, Objects.requireNonNull(source))
          .forEach(before -> out.println("before " + before));
      deleteInstanceFile(config);
    }
    out.println("restored " + source);
    out.println("Run `restore-check` before you start the service.");
  }

  /** Observations of the previous database do not apply to the restored one. */
  private static void deleteInstanceFile(Config config) {
    try {
      Files.deleteIfExists(EraModule.file(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
