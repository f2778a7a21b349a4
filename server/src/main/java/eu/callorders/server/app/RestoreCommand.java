package eu.callorders.server.app;

import eu.callorders.db.EmbeddedBackup;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Puts a backup of the embedded database in its place, while the service does not run. */
@Command(
    name = "restore",
    description = "Puts a backup of the embedded database in its place; the service must not run.")
final class RestoreCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "What `backup` has written.")
  private @Nullable Path source;

  @Override
  public void run() {
    Config config = CommandLine.parent(parent).config();
    EmbeddedOnly.require(config, "the restore of your backup tool, with all nodes stopped");
    PrintWriter out = CommandLine.out(spec);
    EmbeddedBackup.restore(config.dataDirectory(), Objects.requireNonNull(source))
        .forEach(before -> out.println("before " + before));
    forgetInstance(config);
    out.println("restored " + source);
    out.println("Look at it with `restore-check` before you start the service.");
    out.flush();
  }

  /** What the node has seen of the database is no evidence for the one that comes back. */
  private static void forgetInstance(Config config) {
    try {
      Files.deleteIfExists(EraModule.file(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
