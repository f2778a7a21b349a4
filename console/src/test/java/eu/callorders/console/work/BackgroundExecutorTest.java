package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundExecutorTest {
  private final BackgroundExecutor background = new BackgroundExecutor(new DirectExecutor());

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
}
