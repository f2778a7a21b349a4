package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Polls the progress of a replay until it is final or polling is stopped. */
final class ReplayProgress {
  private static final Duration PAUSE_PER_PAGE = Duration.ofMillis(500);

  private final BackgroundExecutor background;
  private final String endpointId;
  private final ReplayLogReader log;
  private final Duration pollInterval;
  private final ReadOnlyObjectWrapper<ReplayTally> tally;
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper polling = new ReadOnlyBooleanWrapper();
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
    this.tally = new ReadOnlyObjectWrapper<>(ReplayTally.none(expected));
  }

  String endpointId() {
    return endpointId;
  }

  /** Whether deliveries of new events are counted too. */
  boolean isMixed() {
    return log.isMixed();
  }

  /** Polls again also after a mixed count ended, since that may have been too early. */
  void start() {
    if (!polling.get() && (isMixed() || !tally.get().isFinal())) {
      polling.set(true);
      schedule(Duration.ZERO);
    }
  }

  /** Stops polling; the replay itself continues. */
  void stop() {
    polling.set(false);
    if (task != null) {
      task.cancel();
      task = null;
    }
  }

  private void schedule(Duration pause) {
    int expected = tally.get().expected();
    task =
        background.run(
            () -> {
              Thread.sleep(pause);
              return log.read(expected);
            },
            read -> {
              failure.set(null);
              tally.set(read);
              if (read.isFinal()) {
                stop();
              } else {
                schedule(pause());
              }
            },
            cause -> {
              failure.set(cause);
              schedule(pollInterval.multipliedBy(2));
            });
  }

  private Duration pause() {
    Duration pagePause = PAUSE_PER_PAGE.multipliedBy(log.pages() - 1L);
    return pagePause.compareTo(pollInterval) > 0 ? pagePause : pollInterval;
  }

  ReadOnlyObjectProperty<ReplayTally> tally() {
    return tally.getReadOnlyProperty();
  }

  /** Why the last poll failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty polling() {
    return polling.getReadOnlyProperty();
  }
}
