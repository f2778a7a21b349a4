package eu.callorders.server.cli;

import eu.callorders.server.config.Config;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
abstract class CommandGroup implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  final Config config() {
    return CommandLine.parent(parent).config();
  }

  @Override
  public final void run() {
    CommandSpec group = Objects.requireNonNull(spec);
    String subcommands = String.join(", ", group.subcommands().keySet());
    throw new ParameterException(
        group.commandLine(), "Missing subcommand: " + group.name() + " " + subcommands);
  }
}
