package eu.callorders.server.cli.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
public abstract class ApiCommandGroup implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public final void run() {
    CommandSpec group = Objects.requireNonNull(spec);
    throw new ParameterException(
        group.commandLine(),
        "Missing subcommand: "
            + group.name()
            + " "
            + String.join("|", group.subcommands().keySet()));
  }
}
