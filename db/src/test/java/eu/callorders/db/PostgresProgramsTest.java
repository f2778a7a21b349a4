package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
    PostgresPrograms programs =
        PostgresPrograms.unpackBelow(directory, directory.resolve("cluster"));
    Path program = directory.resolve("programs-" + PostgresPrograms.VERSION + "/bin/environment");
    write(program, "env; exit 1");

    assertThatThrownBy(() -> programs.run(Duration.ofMinutes(1), "environment", List.of()))
        .hasMessageStartingWith("environment failed")
        .hasMessageContaining("PATH=")
        .hasMessageNotContaining("CALLORDERS_");
  }

  @Test
  void probeOfAnAccountInheritsNoSettingOfTheService() throws Exception {
    assertThat(System.getenv("CALLORDERS_MASTER_KEY")).isNotEmpty();
    Path program = directory.resolve("environment");
    write(program, "! env | grep -q CALLORDERS_");

    assertThat(PostgresAccount.SERVICE.succeeds(program.toString())).isTrue();
  }

  private static void write(Path program, String command) throws IOException {
    Files.writeString(program, "#!/bin/sh\n" + command + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }
}
