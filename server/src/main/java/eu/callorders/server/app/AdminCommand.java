package eu.callorders.server.app;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code admin ...}: the administration interface from a terminal. */
@Command(
    name = "admin",
    description = "Speaks to the administration interface of a service that runs.",
    subcommands = AuditLogCommand.class)
final class AdminCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  Config config() {
    return CommandLine.parent(parent).config();
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Missing subcommand: admin audit-log");
  }
}
