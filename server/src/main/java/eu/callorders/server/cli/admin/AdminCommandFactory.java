package eu.callorders.server.cli.admin;

import static java.util.Map.entry;

import eu.callorders.server.http.Contract;
import eu.callorders.server.http.ContractOperation;
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
 * Builds the commands of the administration from its contract, once it is known that one of them is
 * wanted: a start of the service does not wait for that.
 */
public final class AdminCommandFactory implements IParameterPreprocessor {
  private static final String CONTRACT = "/contract/administration.yaml";

  /** What the groups are about. */
  private static final Map<String, String> GROUPS =
      Map.ofEntries(
          entry("tenant", "Whose orders are kept apart: quotas, hours, retention, features."),
          entry("registration", "Programs of a tenant that may ask for access tokens."),
          entry("secret", "What a registration authenticates with."),
          entry("dialing", "The emergency halt."),
          entry("recovery", "Dialing after the database has come back."),
          entry("order", "Why an order waits."),
          entry("subject", "What is held about a person."),
          entry("test-clock", "The clock of a tenant in the sandbox."),
          entry("signing-keys", "What access tokens are signed with."),
          entry("master-keys", "What secrets are sealed with."),
          entry("audit-log", "What has been changed in the administration."));

  @Override
  public boolean preprocess(
      Stack<String> arguments,
      CommandSpec admin,
      @Nullable ArgSpec none,
      Map<String, Object> information) {
    if (admin.subcommands().isEmpty()) {
      addTo(admin.commandLine(), (GlobalOptions) admin.userObject());
      hand(admin.commandLine());
    }
    return false; // the arguments are as they were
  }

  /** What was set before they were there holds for them too. */
  private static void hand(CommandLine admin) {
    admin
        .setOut(admin.getOut())
        .setErr(admin.getErr())
        .setExecutionExceptionHandler(admin.getExecutionExceptionHandler());
  }

  private static void addTo(CommandLine admin, GlobalOptions session) {
    Contract contract = Contract.load(CONTRACT);
    Map<String, ContractOperation> operations =
        contract.operations().stream()
            .collect(Collectors.toMap(ContractOperation::id, Function.identity()));
    Map<String, CommandLine> groups = new LinkedHashMap<>();
    groups.put("", admin);
    for (AdminCommandSpec verb : AdminCommandSpec.ALL) {
      ContractOperation operation = operations.get(verb.operation());
      if (operation == null) {
        throw new IllegalStateException("the contract has no operation " + verb.operation());
      }
      groups
          .computeIfAbsent(verb.group(), name -> group(admin, name))
          .addSubcommand(verb.name(), OperationCommand.of(verb, operation, contract, session));
    }
    child(admin, "audit-log").addSubcommand("verify", new AuditLogVerifyCommand(session));
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

  /** What is wrong with a command that stands alone: tells which words may follow. */
  public static ParameterException missing(CommandLine command) {
    return new ParameterException(
        command,
        "Missing subcommand: %s %s"
            .formatted(
                command.getCommandSpec().qualifiedName().replaceFirst("^call-orders ", ""),
                String.join(" | ", command.getSubcommands().keySet())));
  }
}
