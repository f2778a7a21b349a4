package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Sandbox;
import eu.callorders.console.ui.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ToolkitStartFailureTest {
  private final Texts texts;

  @TempDir private Path home;

  ToolkitStartFailureTest() {
    Locale.setDefault(Locale.ENGLISH);
    texts = Texts.of(Main.class);
  }

  @Test
  void namesTheMissingLibrary() {
    String output =
        """
        Loading library glass from resource failed: java.lang.UnsatisfiedLinkError: \
        /root/.openjfx/cache/26/amd64/libglass.so: libX11.so.6: cannot open shared object file: \
        No such file or directory
        """;
    assertThat(
            ToolkitStartFailure.explain(
                new RuntimeException(new UnsatisfiedLinkError()), output, texts))
        .hasValueSatisfying(
            message -> assertThat(message).contains("since libX11.so.6 is missing"));
  }

  @Test
  void distinguishesMissingDisplayAndMissingGtk() {
    assertThat(because("Unable to open DISPLAY")).contains("needs a desktop");
    assertThat(because("Unable to load glass GTK library.")).contains("since GTK 3 is missing");
  }

  private String because(String message) {
    Throwable error = new RuntimeException(new UnsupportedOperationException(message));
    return ToolkitStartFailure.explain(error, "", texts).orElse("");
  }

  @Test
  void distinguishesMissingFontsAndBugs() {
    RuntimeException bug = new RuntimeException(new NullPointerException());
    assertThat(ToolkitStartFailure.explain(bug, "Error: JavaFX detected no fonts!", texts))
        .hasValueSatisfying(message -> assertThat(message).contains("fonts-dejavu-core"));
    assertThat(ToolkitStartFailure.explain(bug, "", texts)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void exitsWithOneMessageWithoutDisplay() throws Exception {
    Process console = start();
    String output = new String(console.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output.lines().filter(line -> line.startsWith("The console ")))
        .as(output)
        .hasSize(1);
    assertThat(output).doesNotContain("\tat ");
    assertThat(console.waitFor()).isEqualTo(1);
  }

  private Process start() throws IOException {
    ProcessBuilder builder =
        Sandbox.java("-Duser.language=en", "eu.callorders.console.app.Main", "--home=" + home);
    builder.environment().remove("DISPLAY");
    builder.environment().remove("WAYLAND_DISPLAY");
    return builder.redirectErrorStream(true).start();
  }
}
