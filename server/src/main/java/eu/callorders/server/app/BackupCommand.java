package eu.callorders.server.app;

import eu.callorders.db.EmbeddedBackup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Backs up the embedded database, also while the service runs. */
@Command(
    name = "backup",
    description = "Writes a base backup of the embedded database, also while the service runs.")
final class BackupCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Absent or empty. It contains all data: protect it like the data directory.")
  private @Nullable Path target;

  @Override
  public void run() {
    Config config = CommandLine.parent(parent).config();
    EmbeddedOnly.require(config, "pg_basebackup --checkpoint=fast --pgdata=DIR");
    EmbeddedBackup.write(config.dataDirectory(), Objects.requireNonNull(target));
    PrintWriter out = CommandLine.out(spec);
    out.println("backup " + target);
    out.println("The master key is not part of it: keep CALLORDERS_MASTER_KEY, or");
    out.println(config.dataDirectory().resolve("master-key") + ", in another place.");
    out.flush();
  }
}
