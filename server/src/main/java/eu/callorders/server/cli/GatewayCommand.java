package eu.callorders.server.cli;

import eu.callorders.server.config.Config;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gateway ...}: commands for the voice gateway. */
@Command(
    name = "gateway",
    description = "Commands for the voice gateway.",
    subcommands = GatewayTestCommand.class)
final class GatewayCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  Config config() {
    return CommandLine.parent(parent).config();
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Missing subcommand: gateway test");
  }
}
