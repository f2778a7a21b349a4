package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PollerTest {
  private static final Failure FAILURE = new Failure.Unreachable("http://localhost");

  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final AtomicInteger reads = new AtomicInteger();
  private final List<Object> outcomes = new ArrayList<>();
  private final Poller<Integer> poller =
      new Poller<>(background, Duration.ofMillis(1), this::read, outcomes::add, outcomes::add);

  /** The second read fails. */
  private int read() throws ApiException {
    int number = reads.incrementAndGet();
    if (number == 2) {
      throw new ApiException(FAILURE);
    }
    return number;
  }

  @AfterEach
  void close() {
    poller.stop();
    background.close();
  }

  @Test
  void continuesAfterAFailure() {
    poller.start();
    poller.start();
    for (int outcome = 0; outcome < 3; outcome++) {
      drawing.runNext();
    }
    assertThat(outcomes).containsExactly(1, FAILURE, 3);
  }

  @Test
  void dropsOutcomesThatArriveAfterItIsStopped() {
    poller.start();
    Runnable late = drawing.takeNext();
    poller.stop();
    late.run();
    assertThat(outcomes).isEmpty();
  }

  @Test
  void readsOnceWhileItIsStopped() {
    poller.readNow();
    drawing.runNext();
    assertThat(outcomes).containsExactly(1);
    assertThat(reads).hasValue(1);
  }
}
