package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FirstPagePollerTest {
  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final PagedRows<String> rows = new PagedRows<>(background, row -> row, (_, _) -> 0);
  private final AtomicInteger reads = new AtomicInteger();
  private int polls;
  private final FirstPagePoller poller = new FirstPagePoller(rows, Duration.ZERO, () -> polls++);

  private void load() {
    rows.restart(
        new ListQuery<>(
            ignored -> {
              int read = reads.incrementAndGet();
              if (read == 2) {
                throw new ApiException(new Failure.Unreachable("there"));
              }
              return new Page<>(List.of("row-" + read, "row"), false, "");
            },
            ignored -> true,
            Comparator.<String>reverseOrder()));
    drawing.runNext();
  }

  @Test
  void pollsWhileActiveAlsoAfterAFailure() {
    load();
    poller.setActive(true);
    poller.setActive(true); // is active
    drawing.runNext(); // the failure
    assertThat(rows.rows()).containsExactly("row-1", "row");
    drawing.runNext(); // the end of the pause
    drawing.runNext();
    assertThat(rows.rows()).contains("row-3", "row");
    assertThat(rows.leaving()).containsExactly("row-1");
    assertThat(polls).isEqualTo(2);
    assertThat(reads).hasValue(3);
  }

  @Test
  void readsNothingBeforeTheFirstLoadAndWhileInactive() {
    poller.setActive(true);
    assertThat(polls).isEqualTo(1);
    Runnable endOfPause = drawing.takeNext();
    poller.setActive(false);
    endOfPause.run();
    assertThat(polls).isEqualTo(1);
    load();
    assertThat(reads).hasValue(1);
  }

  @Test
  void continuesOnlyTheLatestSeriesOfPolls() {
    load();
    poller.setActive(true);
    Runnable failure = drawing.takeNext();
    poller.setActive(false);
    poller.setActive(true); // its first poll is skipped: one is running
    failure.run();
    drawing.runNext(); // the end of the only pause
    drawing.runNext();
    assertThat(rows.rows()).contains("row-3");
    assertThat(polls).isEqualTo(3);
  }
}
