package eu.callorders.console.overview;

import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The statistics of the service for the chosen range; read while they are visible. */
final class HistoryViewModel {
  static final Duration INTERVAL = Duration.ofMinutes(1);

  /**
   * Why the history is not current.
   *
   * @param since when it was last read; null if it never was
   * @param cause null during an outage, which the bar above all screens reports
   */
  record Staleness(@Nullable Instant since, @Nullable Failure cause) {}

  final ObjectProperty<History.Selection> selection =
      new SimpleObjectProperty<>(new History.Selection(ChartRange.HOURS_24, false));

  /** Null until the selection is read. */
  final ObjectProperty<@Nullable History> history = new SimpleObjectProperty<>();

  /** Null while the history is current. */
  final ObjectProperty<@Nullable Staleness> staleness = new SimpleObjectProperty<>();

  private final Session session;
  private final Poller<History> poller;
  private @Nullable Instant readAt;
  private boolean visible;

  HistoryViewModel(BackgroundExecutor background, Session session) {
    HistoryReader reader = new HistoryReader(session, session.clock()::now, session.api().clock());
    this.session = session;
    this.poller =
        new Poller<>(
            background, INTERVAL, () -> reader.read(selection.get()), this::read, this::readFailed);
    selection.addListener(ignored -> selected());
    session.clock().differs().addListener(ignored -> refresh());
  }

  private void selected() {
    poller.stop();
    history.set(null);
    staleness.set(null);
    readAt = null;
    update();
  }

  void setVisible(boolean isVisible) {
    visible = isVisible;
    update();
  }

  private void update() {
    if (visible && isShown()) {
      poller.start();
    } else {
      poller.stop();
    }
  }

  /** Whether the chosen range needs the service. */
  boolean isShown() {
    return selection.get().range() != ChartRange.LAST_HOUR;
  }

  /** Reads now. */
  void refresh() {
    poller.stop();
    update();
  }

  void stop() {
    poller.stop();
  }

  private void read(History latest) {
    readAt = session.api().clock().instant();
    staleness.set(null);
    history.set(latest);
  }

  private void readFailed(Failure cause) {
    boolean offline = session.administration().orElseThrow().connectionStatus().isOffline();
    staleness.set(new Staleness(readAt, offline ? null : cause));
  }
}
