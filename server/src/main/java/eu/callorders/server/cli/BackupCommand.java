package eu.callorders.server.cli;

import eu.callorders.db.EmbeddedBackup;
import eu.callorders.server.app.EncryptedTables;
import eu.callorders.server.config.Config;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code backup}: backs up the embedded database, also while the service runs. */
@Command(
    name = "backup",
    description = "Writes a base backup of the embedded database, also while the service runs.")
final class BackupCommand extends EmbeddedDatabaseCommand {
  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description =
          "Target directory, absent or empty. The backup contains all data: protect it like the"
              + " data directory.")
  private @Nullable Path target;

  BackupCommand() {
    super("pg_basebackup --checkpoint=fast --pgdata=DIR");
  }

  @Override
  void run(Config config, PrintWriter out) {
    EmbeddedBackup.write(
        config.dataDirectory(), Objects.requireNonNull(target), EncryptedTables.keyQueries());
    out.println("backup " + target);
    out.println("The backup does not contain the master key: store CALLORDERS_MASTER_KEY, or");
    out.println(config.dataDirectory().resolve("master-key") + ", separately.");
  }
}
