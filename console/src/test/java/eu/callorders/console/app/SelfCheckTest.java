package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in another process, which exits. */
@RobotTest
@Tag("long")
class SelfCheckTest {
  @TempDir private Path home;

  @Test
  void showsEveryScreenOfTheDemoAndExits() throws Exception {
    Process console = start(Sandbox.shared().directory());
    assertThat(output(console)).contains("Sandbox").contains(": every screen was shown.");
    assertThat(console.waitFor()).isZero();
  }

  private Process start(Path directory) throws IOException {
    return Sandbox.java(
            "-Dglass.platform=Headless",
            "-Dprism.order=sw",
            "-Duser.language=en",
            "eu.callorders.console.app.Main",
            "--check",
            "--home=" + home,
            "--directory=" + directory)
        .redirectErrorStream(true)
        .start();
  }

  private static String output(Process console) throws IOException {
    return new String(console.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
