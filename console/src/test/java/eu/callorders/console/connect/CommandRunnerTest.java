package eu.callorders.console.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class CommandRunnerTest {
  private static final CommandRunner RUNNER = CommandRunner.withTimeout(Duration.ofMinutes(1));

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  @Test
  void passesInputAndReturnsOutput() {
    assertThat(RUNNER.run(shell("read it; echo \"got $it\"; echo noise >&2"), "thüs\n"))
        .contains("got thüs\n");
  }

  @Test
  void returnsNothingOnFailure() {
    assertThat(RUNNER.run(shell("echo something; exit 3"), "")).isEmpty();
    assertThat(RUNNER.run(List.of("/nowhere/at/all"), "")).isEmpty();
  }

  @Test
  void killsAHangingProcess() {
    CommandRunner runner = CommandRunner.withTimeout(Duration.ofMillis(200));
    assertThat(runner.run(shell("echo begun; exec sleep 600"), "")).isEmpty();
    assertThat(runner.run(shell("exec >&-; exec sleep 600"), "")).isEmpty();
  }
}
