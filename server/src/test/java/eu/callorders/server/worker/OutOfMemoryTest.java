package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {
  /** Runs in a JVM of its own. */
  static final class Exhausted {
    private Exhausted() {}

    public static void main(String[] arguments) {
      Throwable failure =
          arguments[0].equals("memory")
              ? new IllegalStateException(new OutOfMemoryError("forced"))
              : new IllegalStateException(new IOException("forced"));
      OutOfMemory.haltOn(failure);
    }
  }

  private static int exitCode(String cause) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Exhausted.class.getName(),
                    cause))
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Test
  void haltsWithThreeWhenTheHeapIsExhausted() throws Exception {
    assertThat(exitCode("memory")).isEqualTo(3);
  }

  @Test
  void goesOnAfterAnyOtherFailure() throws Exception {
    assertThat(exitCode("other")).isZero();
  }
}
