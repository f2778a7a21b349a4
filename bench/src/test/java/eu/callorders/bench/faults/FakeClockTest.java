package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FakeClockTest {
  @TempDir Path directory;

  @Test
  void writesOffsetsInSecondsWithTheirSign() throws IOException {
    FakeClock clock = new FakeClock(Path.of("library"), directory);
    Path file = directory.resolve("faketime");
    assertThat(Files.readString(file)).isEqualTo("+0\n");

    clock.set(Duration.ofHours(-1));
    assertThat(Files.readString(file)).isEqualTo("-3600\n");

    clock.set(Duration.ofDays(1));
    assertThat(Files.readString(file)).isEqualTo("+86400\n");
    assertThat(clock.environment())
        .containsEntry("LD_PRELOAD", "library")
        .containsEntry("FAKETIME_TIMESTAMP_FILE", file.toString());
  }
}
