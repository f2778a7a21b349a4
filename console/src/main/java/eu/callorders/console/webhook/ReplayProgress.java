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
  private static final Duration A_PAGE = Duration.ofMillis(500);

  private final BackgroundExecutor background;
  private final String endpointId;
  private final ReplayLogReader log;
  private final Duration pace;
  private final ReadOnlyObjectWrapper<ReplayTally> tally;
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper following = new ReadOnlyBooleanWrapper();
  private @Nullable BackgroundTask round;

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
    this.pace = pollInterval;
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
    if (!following.get() && (isMixed() || !tally.get().isOver())) {
      following.set(true);
      next(Duration.ZERO);
    }
  }

  /** Stops polling; the replay itself continues. */
  void stop() {
    following.set(false);
    if (round != null) {
      round.cancel();
      round = null;
    }
  }

  private void next(Duration pause) {
    int expected = tally.get().expected();
    round =
        background.run(
            () -> {
              Thread.sleep(pause);
              return log.read(expected);
            },
            read -> {
              failure.set(null);
              tally.set(read);
              if (read.isOver()) {
                stop();
              } else {
                next(rest());
              }
            },
            cause -> {
              failure.set(cause);
              next(pace.multipliedBy(2));
            });
  }

  private Duration rest() {
    Duration pagePause = A_PAGE.multipliedBy(log.pages() - 1L);
    return pagePause.compareTo(pace) > 0 ? pagePause : pace;
  }

  ReadOnlyObjectProperty<ReplayTally> tally() {
    return tally.getReadOnlyProperty();
  }

  /** Why the last poll failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty following() {
    return following.getReadOnlyProperty();
  }
}
