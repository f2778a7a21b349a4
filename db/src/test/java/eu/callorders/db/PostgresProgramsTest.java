package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build sets {@code CALLORDERS_MASTER_KEY} for this process. */
class PostgresProgramsTest {
  @TempDir private Path directory;

  @Test
  void programsInheritNoSettingOfTheService() throws Exception {
    assertThat(System.getenv("CALLORDERS_MASTER_KEY")).isNotEmpty();
    PostgresPrograms programs = PostgresPrograms.below(directory, directory.resolve("cluster"));
    Path program = directory.resolve("programs-" + PostgresPrograms.VERSION + "/bin/environment");
    Files.writeString(program, "#!/bin/sh\nenv\nexit 1\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThatThrownBy(() -> programs.run(Duration.ofMinutes(1), "environment", List.of()))
        .hasMessageStartingWith("environment failed")
        .hasMessageContaining("PATH=")
        .hasMessageNotContaining("CALLORDERS_");
  }
}
