package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.config.ConfigKey;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("long")
class PortInUseTest {
  private final RunningService service = RunningService.shared();

  @ParameterizedTest
  @EnumSource(
      value = ConfigKey.class,
      names = {"HTTP_PORT", "ADMIN_PORT"})
  void failsStartupAndReportsTheKey(ConfigKey key) throws Exception {
    String occupied = Integer.toString(service.port());
    Process process = service.launchNode(Map.of(key.variable(), occupied));
    try {
      String output = String.join("\n", process.inputReader().lines().toList());

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output)
          .contains(key.variable() + ": cannot listen on port " + occupied + " of ")
          .contains("Address already in use")
          .doesNotContain("\tat ");
      assertThat(process.exitValue()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }
}
