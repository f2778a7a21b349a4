package eu.callorders.server.cli;

import static java.util.Locale.ROOT;

import eu.callorders.db.UnreachableDatabaseException;
import eu.callorders.server.app.Node;
import eu.callorders.server.cli.admin.AdminRequestException;
import eu.callorders.server.cli.calls.CallsCommand;
import eu.callorders.server.cli.client.ClientEnvironment;
import eu.callorders.server.cli.client.CompletionCommand;
import eu.callorders.server.cli.client.LoginCommand;
import eu.callorders.server.cli.enrollments.EnrollmentsCommand;
import eu.callorders.server.cli.events.EventsCommand;
import eu.callorders.server.cli.events.ListenCommand;
import eu.callorders.server.cli.events.TriggerCommand;
import eu.callorders.server.cli.orders.OrdersCommand;
import eu.callorders.server.cli.signals.SignalsCommand;
import eu.callorders.server.cli.suppressions.SuppressionsCommand;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.ConfigSource;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exit codes: 0 success, 1 failure (one message, no stack trace), 2 invalid
 * usage, 3 temporary failure, 6 no database.
 */
@Command(
    name = "call-orders",
    description = "Starts the service. Without configuration it is a complete sandbox.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = CommandLine.Version.class,
    subcommands = {
      AdminCommand.class,
      DemoCommand.class,
      OrdersCommand.class,
      CallsCommand.class,
      SuppressionsCommand.class,
      SignalsCommand.class,
      EnrollmentsCommand.class,
      EventsCommand.class,
      ListenCommand.class,
      TriggerCommand.class,
      LoginCommand.class,
      CompletionCommand.class,
      ConfigCommand.class,
      GatewayCommand.class,
      SequenceCommand.class,
      MigrateCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      RestoreCheckCommand.class,
      UpgradeDataCommand.class,
      DoctorCommand.class
    },
    footer = {
      "",
      "Configuration: environment variables CALLORDERS_..., or the same names in a file"
          + " (--config). `config` lists them with their effective values."
    })
public final class CommandLine implements Callable<Integer>, ClientEnvironment {
  public static final int SUCCESS = 0;
  static final int FAILED = 1;
  static final int RETRY_LATER = 3;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Lines NAME=value; environment variables take precedence.")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  private CommandLine(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Runs a command and returns its exit code. A start returns when the node has stopped. */
  static int run(String[] args, Map<String, String> environment) {
    return of(environment).execute(args);
  }

  public static picocli.CommandLine of(Map<String, String> environment) {
    return new picocli.CommandLine(new CommandLine(environment))
        .setExecutionExceptionHandler(CommandLine::handleFailure)
        .setParameterExceptionHandler(CommandLine::handleInvalidUsage)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    try (Node node = Node.start(config())) {
      PrintWriter out = out(spec);
      out.print(node.banner());
      out.println("ready");
      out.flush();
      node.awaitClose();
    }
    return SUCCESS;
  }

  /** Reads the configuration. Runs before any logging, since it sets the log format. */
  public Config config() {
    Config config = Config.read(environment, file);
    System.setProperty(
        ConfigKey.LOG_FORMAT.variable(), config.logFormat().name().toLowerCase(ROOT));
    return config;
  }

  @Override
  public Map<String, String> variables() {
    return environment;
  }

  @Override
  public Path dataDirectory() {
    String configured = ConfigSource.read(environment, file).get(ConfigKey.DATA_DIR);
    return Path.of(configured == null ? "./data" : configured);
  }

  /** The administration that the configuration selects. */
  AdminClientFactory administration() {
    return new AdminClientFactory(ConfigSource.read(environment, file));
  }

  /** Picocli sets the field before it runs a subcommand. */
  public static CommandLine parent(@Nullable CommandLine injected) {
    return Objects.requireNonNull(injected);
  }

  public static PrintWriter out(@Nullable CommandSpec injected) {
    return Objects.requireNonNull(injected).commandLine().getOut();
  }

  /** One message and where to read more: the whole help would hide the message. */
  private static int handleInvalidUsage(ParameterException failure, String[] arguments) {
    picocli.CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    printFailure(failure, command);
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static void printFailure(Exception failure, picocli.CommandLine command) {
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText(message(failure)));
    err.flush();
  }

  /** Its message; of a file that cannot be used, whose exception only names it, a sentence. */
  private static String message(Exception failure) {
    return switch (failure) {
      case NoSuchFileException missing ->
          "There is no file or directory " + missing.getFile() + ".";
      case AccessDeniedException denied -> "This user has no access to " + denied.getFile() + ".";
      default -> Objects.requireNonNullElseGet(failure.getMessage(), failure::toString);
    };
  }

  /** Whether an argument names this file: a command also uses files of its own. */
  private static boolean isNamed(@Nullable String file, ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .flatMap(command -> command.getCommandSpec().args().stream())
        .map(argument -> argument.<@Nullable Object>getValue())
        .anyMatch(value -> value instanceof Path path && path.toString().equals(file));
  }

  private static int handleFailure(
      Exception failure, picocli.CommandLine command, ParseResult parsed) {
    if (failure instanceof FileSystemException unusable && isNamed(unusable.getFile(), parsed)) {
      return handleInvalidUsage(new ParameterException(command, message(failure)), new String[0]);
    }
    printFailure(failure, command);
    return switch (failure) {
      case UnreachableDatabaseException _ -> ProcessExit.DATABASE_UNREACHABLE;
      case AdminRequestException refused when refused.isTemporary() -> RETRY_LATER;
      default -> FAILED;
    };
  }

  /** The manifest's version; absent outside a jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = CommandLine.class.getPackage().getImplementationVersion();
      return new String[] {"call-orders " + (version == null ? "(development)" : version)};
    }
  }
}
