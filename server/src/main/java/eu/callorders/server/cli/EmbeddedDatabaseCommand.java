package eu.callorders.server.cli;

import eu.callorders.server.app.EraModule;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Config.DatabaseChoice;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.InvalidConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command on the files of the embedded database; it refuses an external one. */
abstract class EmbeddedDatabaseCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  private final String externalTool;

  /**
   * @param externalTool the tool for an external database
   */
  EmbeddedDatabaseCommand(String externalTool) {
    this.externalTool = externalTool;
  }

  @Override
  public final void run() {
    Config config = CommandLine.parent(parent).config();
    if (config.database() instanceof DatabaseChoice.External external) {
      throw new InvalidConfigException(
          List.of(
              "%s is set (%s): this command is for the embedded database; use %s"
                  .formatted(
                      ConfigKey.DATABASE_URL.variable(),
                      external.service().hostList(),
                      externalTool)));
    }
    PrintWriter out = CommandLine.out(spec);
    run(config, out);
    out.flush();
  }

  /** Executes the command and prints the result. */
  abstract void run(Config config, PrintWriter out);

  /** What the node has observed of the previous server does not apply to a replaced one. */
  static void deleteObservations(Config config) {
    try {
      Files.deleteIfExists(EraModule.file(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
