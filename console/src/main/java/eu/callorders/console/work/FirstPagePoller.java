package eu.callorders.console.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Polls the first page of a list that no events update, while it is active. Runs on the JavaFX
 * thread.
 */
public final class FirstPagePoller {
  static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PagedRows<?> rows;
  private final Duration interval;
  private final Runnable afterPoll;
  private @Nullable BackgroundTask pause;
  private boolean active;
  private int activations;

  public FirstPagePoller(PagedRows<?> rows) {
    this(rows, INTERVAL, () -> {});
  }

  /**
   * @param afterPoll called after each poll, failed or not
   */
  public FirstPagePoller(PagedRows<?> rows, Duration interval, Runnable afterPoll) {
    this.rows = rows;
    this.interval = interval;
    this.afterPoll = afterPoll;
  }

  /** Starts with a poll, or stops. */
  public void setActive(boolean on) {
    if (on == active) {
      return;
    }
    active = on;
    if (on) {
      poll(++activations);
    } else if (pause != null) {
      pause.cancel();
    }
  }

  private void poll(int activation) {
    rows.firstPage.readUnlessRunning(() -> polled(activation));
  }

  private void polled(int activation) {
    afterPoll.run();
    if (active && activation == activations) {
      pause = rows.background.after(interval, () -> poll(activation));
    }
  }
}
