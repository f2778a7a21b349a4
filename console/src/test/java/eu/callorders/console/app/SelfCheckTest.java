package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a process of its own, which is what ends. */
@RobotTest
class SelfCheckTest {
  @TempDir private Path home;

  @Test
  void showsEveryScreenOfTheDemoAndEnds() throws Exception {
    Process console = start(Sandbox.shared().directory());
    assertThat(said(console)).contains("Sandbox").contains(": every screen was shown.");
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

  private static String said(Process console) throws IOException {
    return new String(console.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
