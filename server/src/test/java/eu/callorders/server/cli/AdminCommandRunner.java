package eu.callorders.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The commands below {@code admin}, executed as by a shell. */
final class AdminCommandRunner {
  private AdminCommandRunner() {}

  /** The result of a command. */
  record Result(int exit, String out, String err) {
    JsonNode json() {
      return Json.parse(out);
    }
  }

  static Stream<CommandSpec> all() {
    picocli.CommandLine all = CommandLine.of(Map.of());
    all.setErr(new PrintWriter(new StringWriter())).execute("admin");
    return leaves(all.getSubcommands().get("admin").getCommandSpec());
  }

  private static Stream<CommandSpec> leaves(CommandSpec spec) {
    return spec.subcommands().isEmpty()
        ? Stream.of(spec)
        : spec.subcommands().values().stream().flatMap(each -> leaves(each.getCommandSpec()));
  }

  /** The words after {@code admin}. */
  static String words(CommandSpec command) {
    return command.qualifiedName().replaceFirst("^call-orders admin ", "");
  }

  static Result run(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        CommandLine.of(environment)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Result(exit, out.toString(), err.toString());
  }
}
