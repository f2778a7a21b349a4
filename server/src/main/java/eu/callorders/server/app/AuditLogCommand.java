package eu.callorders.server.app;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code admin audit-log ...}: what has been changed. */
@Command(
    name = "audit-log",
    description = "What has been changed in the administration.",
    subcommands = AuditLogVerifyCommand.class)
final class AuditLogCommand implements Runnable {
  @ParentCommand private @Nullable AdminCommand parent;
  @Spec private @Nullable CommandSpec spec;

  Config config() {
    return Objects.requireNonNull(parent).config();
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Missing subcommand: admin audit-log verify");
  }
}
