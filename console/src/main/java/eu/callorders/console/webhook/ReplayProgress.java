package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Polls the progress of a replay until it is final or polling is stopped. */
final class ReplayProgress {
  private static final Duration PAUSE_PER_PAGE = Duration.ofMillis(500);

  /** What is known, and why the last poll failed. */
  record ReplayState(ReplayTally tally, @Nullable Failure failure, boolean polling) {}

  private final BackgroundExecutor background;
  final String endpointId;
  private final ReplayLogReader log;
  private final Duration pollInterval;
  final ObjectProperty<ReplayState> state;
  private @Nullable BackgroundTask task;

  /**
   * @param pollInterval minimum pause between two polls; a long log extends it
   */
  ReplayProgress(
      BackgroundExecutor background,
      String endpointId,
      int expected,
      ReplayLogReader log,
      Duration pollInterval) {
    this.background = background;
    this.endpointId = endpointId;
    this.log = log;
    this.pollInterval = pollInterval;
    this.state =
        new SimpleObjectProperty<>(new ReplayState(ReplayTally.none(expected), null, false));
  }

  /** Whether deliveries of new events are counted too. */
  boolean isMixed() {
    return log.isMixed();
  }

  /** Polls again also after a mixed count ended, since that may have been too early. */
  void start() {
    ReplayState now = state.get();
    if (!now.polling() && (isMixed() || !now.tally().isFinal())) {
      state.set(new ReplayState(now.tally(), now.failure(), true));
      schedule(Duration.ZERO);
    }
  }

  /** Stops polling; the replay itself continues. */
  void stop() {
    ReplayState now = state.get();
    state.set(new ReplayState(now.tally(), now.failure(), false));
    if (task != null) {
      task.cancel();
      task = null;
    }
  }

  private void schedule(Duration pause) {
    ReplayTally known = state.get().tally();
    task =
        background.run(
            () -> {
              Thread.sleep(pause);
              return log.read(known.expected());
            },
            read -> {
              state.set(new ReplayState(read, null, !read.isFinal()));
              if (!read.isFinal()) {
                schedule(pause());
              }
            },
            cause -> {
              state.set(new ReplayState(known, cause, true));
              schedule(pollInterval.multipliedBy(2));
            });
  }

  private Duration pause() {
    Duration pagePause = PAUSE_PER_PAGE.multipliedBy(log.pages() - 1L);
    return pagePause.compareTo(pollInterval) > 0 ? pagePause : pollInterval;
  }
}
