package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunningServiceTest {
  @Test
  void deletesItsDirectory() throws Exception {
    RunningService service = RunningService.live();
    Path directory = service.dataDirectory();
    Files.writeString(Files.createDirectories(directory.resolve("deep")).resolve("file"), "text");

    service.close();

    assertThat(directory).doesNotExist();
  }
}
