package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.db.UnreachableDatabaseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StartupRetryTest {
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void repeatsAStepUntilTheDatabaseResponds() {
    StartupRetry retry = new StartupRetry(Duration.ofHours(1), stopping::get);

    String result =
        retry.run(
            () -> {
              if (attempts.incrementAndGet() == 1) {
                throw refused();
              }
              return "result";
            });

    assertThat(result).isEqualTo("result");
    assertThat(attempts).hasValue(2);
  }

  @Test
  void givesUpAtTheLimit() {
    StartupRetry retry = new StartupRetry(Duration.ZERO, stopping::get);

    assertThatThrownBy(() -> retry.run(this::fail))
        .isInstanceOf(UnreachableDatabaseException.class)
        .hasMessageContaining("the database does not respond")
        .hasMessageContaining("refused");
    assertThat(attempts).hasValue(1);
  }

  /** A signal must not wait for the limit. */
  @Test
  void givesUpWhenTheNodeStops() {
    StartupRetry retry = new StartupRetry(Duration.ofHours(1), stopping::get);

    assertThatThrownBy(
            () ->
                retry.run(
                    () -> {
                      if (attempts.get() == 1) {
                        stopping.set(true);
                      }
                      fail();
                    }))
        .isInstanceOf(UnreachableDatabaseException.class);
    assertThat(attempts).hasValue(2);
  }

  @Test
  void passesOtherFailuresOn() {
    StartupRetry retry = new StartupRetry(Duration.ofHours(1), stopping::get);
    IllegalStateException defect = new IllegalStateException("defect");

    assertThatThrownBy(
            () ->
                retry.run(
                    () -> {
                      throw defect;
                    }))
        .isSameAs(defect);
  }

  private void fail() {
    attempts.incrementAndGet();
    throw refused();
  }

  private static UncheckedIOException refused() {
    IOException refused = new ConnectException("Connection refused");
    return new UncheckedIOException(refused);
  }
}
