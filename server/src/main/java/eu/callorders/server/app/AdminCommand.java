package eu.callorders.server.app;

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

/** {@code admin ...}: the administration interface from a terminal. */
@Command(
    name = "admin",
    preprocessor = AdminCommandFactory.class,
    description = "Speaks to the administration interface of a service that runs.",
    footer = {
      "",
      "Without --address and --token it is the service that the configuration names, else the one"
          + " that runs on ./data.",
      "Exit codes: 0 done, 1 refused, 2 not understood, 3 not now: worth trying again."
    })
final class AdminCommand implements Runnable, GlobalOptions {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--address",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "Of the administration, for example http://127.0.0.1:8081.")
  private @Nullable URI address;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      scope = ScopeType.INHERIT,
      description = "Its token; better kept in the environment, CALLORDERS_ADMIN_TOKEN.")
  private @Nullable String token;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Shows the answer as JSON.")
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
