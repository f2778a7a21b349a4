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

/** Follows a replay until nothing more is going to happen, or nobody wants to know any more. */
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
   * @param pace rest between two looks; longer when the log is long
   */
  ReplayProgress(
      BackgroundExecutor background,
      String endpointId,
      int expected,
      ReplayLogReader log,
      Duration pace) {
    this.background = background;
    this.endpointId = endpointId;
    this.log = log;
    this.pace = pace;
    this.tally = new ReadOnlyObjectWrapper<>(ReplayTally.none(expected));
  }

  String endpointId() {
    return endpointId;
  }

  /** Whether deliveries of fresh events are counted too. */
  boolean isMixed() {
    return log.isMixed();
  }

  /** One that may have stopped too early can be looked at again. */
  void start() {
    if (!following.get() && (isMixed() || !tally.get().isOver())) {
      following.set(true);
      next(Duration.ZERO);
    }
  }

  /** The replay itself goes on. */
  void stop() {
    following.set(false);
    if (round != null) {
      round.cancel();
      round = null;
    }
  }

  private void next(Duration rest) {
    int expected = tally.get().expected();
    round =
        background.run(
            () -> {
              Thread.sleep(rest);
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
            why -> {
              failure.set(why);
              next(pace.multipliedBy(2));
            });
  }

  private Duration rest() {
    Duration polite = A_PAGE.multipliedBy(log.pages() - 1L);
    return polite.compareTo(pace) > 0 ? polite : pace;
  }

  ReadOnlyObjectProperty<ReplayTally> tally() {
    return tally.getReadOnlyProperty();
  }

  /** Why it cannot be told at present. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty following() {
    return following.getReadOnlyProperty();
  }
}
