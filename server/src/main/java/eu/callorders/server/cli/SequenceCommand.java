package eu.callorders.server.cli;

import eu.callorders.server.config.Config;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code sequence ...}: commands for sequences. */
@Command(
    name = "sequence",
    description = "Commands for sequences.",
    subcommands = SequencePreviewCommand.class)
final class SequenceCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  Config config() {
    return CommandLine.parent(parent).config();
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Missing subcommand: sequence preview");
  }
}
