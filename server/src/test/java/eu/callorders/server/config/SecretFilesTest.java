package eu.callorders.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.app.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rotation of the administration's tokens at runtime. */
class SecretFilesTest {
  private static final String READ = "/admin/v1/tenants";

  @TempDir Path directory;

  @Test
  void replacesTokensWithoutRestart() throws IOException {
    Path file = Files.writeString(directory.resolve("tokens"), "old-token");
    try (RunningService service =
        RunningService.sandbox(Map.of("CALLORDERS_ADMIN_TOKEN", "file:" + file))) {
      assertThat(status(service, "old-token")).isEqualTo(200);
      assertThat(status(service, "new-token")).isEqualTo(401);
      Files.writeString(file, "new-token,old-token");
      Await.until("the new token is accepted", () -> status(service, "new-token") == 200);
      assertThat(status(service, "old-token")).isEqualTo(200);
      Files.writeString(file, "new-token");
      Await.until("the old token is refused", () -> status(service, "old-token") == 401);
      assertThat(status(service, "new-token")).isEqualTo(200);
    }
  }

  private static int status(RunningService service, String token) {
    return new TestHttpClient(service.adminPort(), token).get(READ).status();
  }
}
