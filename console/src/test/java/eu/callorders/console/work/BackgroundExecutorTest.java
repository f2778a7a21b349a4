package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundExecutorTest {
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);

  /** As an outcome does that arrives while the console exits. */
  @Test
  void startsNothingOnceItIsClosed() {
    List<String> calls = new ArrayList<>();
    background.close();
    assertThat(background.run(() -> calls.add("run"), ignored -> {}, ignored -> {}).isRunning())
        .isFalse();
    assertThat(background.after(Duration.ZERO, () -> calls.add("after")).isRunning()).isFalse();
    assertThat(
            background
                .repeat(
                    () -> {
                      calls.add("repeat");
                      return Duration.ZERO;
                    })
                .isRunning())
        .isFalse();
    assertThat(calls).isEmpty();
  }

  /** As when an update has replaced a library of the running console. */
  @Test
  void reportsAMissingClass() {
    List<Failure> failures = new ArrayList<>();
    background.run(
        () -> {
          throw new NoClassDefFoundError("CsvMapper");
        },
        ignored -> {},
        failures::add);
    drawing.runNext();
    assertThat(failures)
        .containsExactly(new Failure.Unexpected("java.lang.NoClassDefFoundError: CsvMapper"));
    background.close();
  }
}
