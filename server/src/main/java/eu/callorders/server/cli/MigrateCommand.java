package eu.callorders.server.cli;

import eu.callorders.server.app.RunningDatabase;
import eu.callorders.server.config.Config;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code migrate}: for deployments that migrate before they roll out nodes. */
@Command(
    name = "migrate",
    description = "Migrates the database schema to this release, then exits.")
final class MigrateCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    Config config = CommandLine.parent(parent).config();
    try (RunningDatabase database = RunningDatabase.open(config)) {
      PrintWriter out = CommandLine.out(spec);
      out.println("schema " + database.version());
      out.flush();
    }
  }
}
