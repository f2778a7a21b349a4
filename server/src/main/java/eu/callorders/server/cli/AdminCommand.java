package eu.callorders.server.cli;

import eu.callorders.server.cli.admin.AdminClient;
import eu.callorders.server.cli.admin.AdminCommandFactory;
import eu.callorders.server.cli.admin.GlobalOptions;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code admin ...}: the command line of the administration interface. */
@Command(
    name = "admin",
    preprocessor = AdminCommandFactory.class,
    description = "Sends requests to the administration interface of a running service.",
    footer = {
      "",
      "Without --address and --token, the configuration selects the service, else the data"
          + " directory.",
      "Exit codes: 0 success, 1 refused, 2 invalid usage, 3 temporary failure: retry later."
    })
final class AdminCommand implements Runnable, GlobalOptions {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--address",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "Address of the administration, for example http://127.0.0.1:8081.")
  private @Nullable URI address;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      scope = ScopeType.INHERIT,
      description = "Operator token; prefer the environment variable CALLORDERS_ADMIN_TOKEN.")
  private @Nullable String token;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Prints JSON.")
  private boolean json;

  @Override
  public AdminClient connect() {
    return CommandLine.parent(parent).administration().client(address, token);
  }

  @Override
  public boolean asJson() {
    return json;
  }

  @Override
  public void run() {
    throw AdminCommandFactory.missing(Objects.requireNonNull(spec).commandLine());
  }
}
