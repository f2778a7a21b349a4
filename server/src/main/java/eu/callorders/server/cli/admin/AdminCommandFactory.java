package eu.callorders.server.cli.admin;

import static java.util.Map.entry;

import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Adds the administration's commands from its contract when one of them is used, so that a start of
 * the service does not wait for that.
 */
public final class AdminCommandFactory implements IParameterPreprocessor {
  private static final String CONTRACT = "/contract/administration.yaml";

  private static final Map<String, String> GROUPS =
      Map.ofEntries(
          entry("tenant", "Tenants: quotas, hours, retention, features."),
          entry("predial-check", "The question to a tenant's client before each dial."),
          entry("registration", "API clients of a tenant."),
          entry("secret", "Client secrets of a registration."),
          entry("operator", "Operators with roles and tokens of their own."),
          entry("country", "Calling hours and limits of countries."),
          entry("holds", "Persons, numbers and claims that are not called for now."),
          entry("dialing", "The emergency halt."),
          entry("call", "Calls that are under way."),
          entry("recovery", "Dialing after a database restore."),
          entry("order", "Explains why an order waits."),
          entry("subject", "Export and erasure of a person's data."),
          entry("legal-hold", "Keeps a person's data for a litigation."),
          entry("test-clock", "The clock of a tenant in the sandbox."),
          entry("signing-keys", "Keys that sign access tokens."),
          entry("master-keys", "Keys that encrypt secrets."),
          entry("audit-log", "Changes made in the administration."));

  @Override
  public boolean preprocess(
      Stack<String> arguments,
      CommandSpec admin,
      @Nullable ArgSpec none,
      Map<String, Object> information) {
    if (admin.subcommands().isEmpty()) {
      addCommands(admin.commandLine(), (GlobalOptions) admin.userObject());
      copySettings(admin.commandLine());
    }
    return false; // arguments are unchanged
  }

  /** Copies the settings to the subcommands, which did not exist before. */
  private static void copySettings(CommandLine admin) {
    admin
        .setOut(admin.getOut())
        .setErr(admin.getErr())
        .setExecutionExceptionHandler(admin.getExecutionExceptionHandler());
  }

  private static void addCommands(CommandLine admin, GlobalOptions options) {
    Contract contract = Contract.load(CONTRACT);
    Map<String, ContractOperation> operations =
        contract.operations().stream()
            .collect(Collectors.toMap(ContractOperation::id, Function.identity()));
    Map<String, CommandLine> groups = new LinkedHashMap<>();
    groups.put("", admin);
    for (AdminCommandSpec command : AdminCommandSpec.ALL) {
      ContractOperation operation = operations.get(command.operation());
      if (operation == null) {
        throw new IllegalStateException("the contract has no operation " + command.operation());
      }
      groups
          .computeIfAbsent(command.group(), name -> group(admin, name))
          .addSubcommand(
              command.name(), OperationCommand.of(command, operation, contract, options));
    }
    child(admin, "holds").addSubcommand("import", new HoldImportCommand(options));
    child(admin, "audit-log").addSubcommand("verify", new AuditLogVerifyCommand(options));
  }

  private static CommandLine group(CommandLine admin, String name) {
    Callable<Integer> alone =
        () -> {
          throw missing(child(admin, name));
        };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(alone);
    spec.usageMessage().description(GROUPS.getOrDefault(name, ""));
    admin.addSubcommand(name, spec);
    return child(admin, name);
  }

  private static CommandLine child(CommandLine parent, String name) {
    return Objects.requireNonNull(parent.getSubcommands().get(name));
  }

  /** The error for a group without subcommand; lists the possible ones. */
  public static ParameterException missing(CommandLine command) {
    return new ParameterException(
        command,
        "Missing subcommand: %s %s"
            .formatted(
                command.getCommandSpec().qualifiedName().replaceFirst("^call-orders ", ""),
                String.join(" | ", command.getSubcommands().keySet())));
  }
}
