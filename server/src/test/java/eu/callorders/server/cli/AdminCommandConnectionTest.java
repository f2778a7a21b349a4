package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.RunningService;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code admin ...}: how a command finds the service and its token. */
@Tag("long")
class AdminCommandConnectionTest {
  private static final String PORT = "CALLORDERS_ADMIN_PORT";
  private static final String TOKEN = "CALLORDERS_ADMIN_TOKEN";
  private static final String DIRECTORY = "CALLORDERS_DATA_DIR";

  private final RunningService service = RunningService.shared();
  private final String port = Integer.toString(service.adminPort());
  private final String directory = service.dataDirectory().toString();

  @Test
  void exitsWith3ForTemporaryFailures() {
    AdminCommandRunner.Result alone =
        overview(Map.of(DIRECTORY, directory), "--address", "http://127.0.0.1:9", "--token", "x");

    assertThat(alone.exit()).isEqualTo(3);
    assertThat(alone.err()).contains("no response from http://127.0.0.1:9");
  }

  @Test
  void requiresTokenAndGeneratesNone(@TempDir Path empty) {
    AdminCommandRunner.Result lost = overview(Map.of(DIRECTORY, empty.toString()));

    assertThat(lost.exit()).isEqualTo(1);
    assertThat(lost.err()).contains("--token", TOKEN, DIRECTORY);
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void ignoresUnrelatedConfiguration() {
    AdminCommandRunner.Result live =
        overview(
            Map.of(
                "CALLORDERS_ENVIRONMENT", "live", PORT, port, TOKEN, RunningService.ADMIN_TOKEN));

    assertThat(live.exit()).as(live.err()).isZero();
  }

  @Test
  void prefersConfiguration() {
    assertThat(overview(Map.of(PORT, port, TOKEN, RunningService.ADMIN_TOKEN)).exit()).isZero();
    assertThat(overview(Map.of(DIRECTORY, directory, PORT, "9")).exit()).isEqualTo(3);
  }

  private static AdminCommandRunner.Result overview(
      Map<String, String> environment, String... options) {
    return AdminCommandRunner.run(
        environment,
        Stream.concat(Stream.of("admin", "overview"), Stream.of(options)).toArray(String[]::new));
  }
}
