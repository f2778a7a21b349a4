package eu.callorders.server.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.cli.CommandLine;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClientCommandHelpTest {
  private static final List<String> COMMANDS =
      List.of(
          "orders",
          "calls",
          "suppressions",
          "signals",
          "enrollments",
          "events",
          "listen",
          "trigger",
          "login",
          "completion",
          "doctor",
          "demo");

  static Stream<String> commands() {
    Map<String, picocli.CommandLine> all = CommandLine.of(Map.of()).getSubcommands();
    return COMMANDS.stream()
        .flatMap(
            name ->
                Stream.concat(
                    Stream.of(name),
                    all.get(name).getSubcommands().keySet().stream().map(sub -> name + " " + sub)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void showsAnExample(String command) {
    ClientCommandRun help = ClientCommandRun.of(Map.of(), (command + " --help").split(" "));

    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("Example:\n").containsPattern("Example:\n  .*call-orders ");
  }

  @Test
  void printsACompletionOfEachCommand() {
    ClientCommandRun completion = ClientCommandRun.of(Map.of(), "completion");

    assertThat(completion.exit()).isZero();
    assertThat(completion.out()).contains("bashcompinit", "orders_import");
  }
}
