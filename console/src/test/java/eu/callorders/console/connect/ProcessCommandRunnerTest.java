package eu.callorders.console.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ProcessCommandRunnerTest {
  private static final ProcessCommandRunner PATIENT =
      new ProcessCommandRunner(Duration.ofMinutes(1));

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  @Test
  void passesOnWhatItReadsAndSays() {
    assertThat(PATIENT.run(shell("read it; echo \"got $it\"; echo noise >&2"), "thüs\n"))
        .contains("got thüs\n");
  }

  @Test
  void hearsNothingFromOneThatFails() {
    assertThat(PATIENT.run(shell("echo something; exit 3"), "")).isEmpty();
    assertThat(PATIENT.run(List.of("/nowhere/at/all"), "")).isEmpty();
  }

  @Test
  void endsOneThatHangs() {
    ProcessCommandRunner hasty = new ProcessCommandRunner(Duration.ofMillis(200));
    assertThat(hasty.run(shell("echo begun; exec sleep 600"), "")).isEmpty();
    assertThat(hasty.run(shell("exec >&-; exec sleep 600"), "")).isEmpty();
  }
}
