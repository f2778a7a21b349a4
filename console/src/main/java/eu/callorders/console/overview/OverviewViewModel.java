package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Samples deployment metrics for the whole session, so that history exists when the screen opens.
 * Reads tenant metrics only while the screen is visible.
 */
final class OverviewViewModel {
  static final Duration REST = Duration.ofSeconds(5);
  static final Duration OWN_REST = Duration.ofSeconds(15);
  static final Duration KEPT = Duration.ofHours(1);
  private static final Duration GAP = REST.multipliedBy(3);

  /** A response with its request time by a monotonic clock. */
  private record Reading(Duration at, JsonNode figures) {}

  private final BackgroundExecutor background;
  private final Session session;
  private final LongSupplier nanos;
  private final long begun;
  private final ObservableList<Sample> samples = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<@Nullable Sample> latest = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<TenantFigures> own = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> ownFailure = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask sampling;
  private @Nullable BackgroundTask looking;
  private boolean missed = true;

  /**
   * @param nanos as {@link System#nanoTime}
   */
  OverviewViewModel(BackgroundExecutor background, Session session, LongSupplier nanos) {
    this.background = background;
    this.session = session;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
    own.set(new TenantFigures(session.tenant(), Map.of(), null));
  }

  /** Deployment metrics need the administration. */
  boolean hasFigures() {
    return session.administration().isPresent();
  }

  /** Starts sampling unless it is running. */
  void start() {
    if (hasFigures() && sampling == null) {
      sampling = background.repeat(this::sample);
    }
  }

  /** Reads tenant metrics only while visible. */
  void look(boolean visible) {
    if (visible && looking == null) {
      looking = background.repeat(this::readOwn);
    } else if (!visible && looking != null) {
      looking.cancel();
      looking = null;
    }
  }

  void stop() {
    look(false);
    if (sampling != null) {
      sampling.cancel();
      sampling = null;
    }
  }

  private Duration sample() throws ApiException {
    try {
      Reading reading = read();
      background.draw(() -> arrived(reading));
    } catch (ApiException e) {
      passOn(e, () -> failed(e.failure()));
    }
    return REST;
  }

  private Duration readOwn() throws ApiException {
    try {
      TenantFigures read = TenantFigures.read(session, !hasFigures());
      background.draw(() -> ownArrived(read));
    } catch (ApiException e) {
      passOn(e, () -> ownFailure.set(e.failure()));
    }
    return OWN_REST;
  }

  /** Reports a failure unless the task was stopped. */
  private void passOn(ApiException e, Runnable report) throws ApiException {
    if (e.failure() instanceof Failure.Stopped) {
      throw e;
    }
    background.draw(report);
  }

  private Reading read() throws ApiException {
    JsonNode figures = session.administration().orElseThrow().get("/admin/v1/overview").body();
    return new Reading(Duration.ofNanos(nanos.getAsLong() - begun), figures);
  }

  private void arrived(Reading reading) {
    failure.set(null);
    Sample previous = latest.get();
    if (previous != null && reading.at().compareTo(previous.at()) <= 0) {
      return; // a manual refresh was faster
    }
    boolean isLate = previous != null && reading.at().minus(previous.at()).compareTo(GAP) > 0;
    Sample sample = Sample.of(reading.at(), missed || isLate, reading.figures());
    missed = false;
    samples.add(sample);
    samples.removeIf(old -> old.at().plus(KEPT).compareTo(sample.at()) < 0);
    latest.set(sample);
  }

  private void failed(Failure cause) {
    missed = true;
    failure.set(cause);
  }

  private void ownArrived(TenantFigures read) {
    ownFailure.set(null);
    own.set(read);
  }

  /** Reads all metrics now. */
  void refresh() {
    background.run(
        () -> TenantFigures.read(session, !hasFigures()), this::ownArrived, ownFailure::set);
    if (hasFigures()) {
      background.run(this::read, this::arrived, this::failed);
    }
  }

  ObservableList<Sample> history() {
    return samples;
  }

  ReadOnlyObjectProperty<@Nullable Sample> latest() {
    return latest.getReadOnlyProperty();
  }

  /** Why the last read of deployment metrics failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /** Metrics of this tenant. */
  ReadOnlyObjectProperty<TenantFigures> own() {
    return own.getReadOnlyProperty();
  }

  /** Why the last read of tenant metrics failed. */
  ReadOnlyObjectProperty<@Nullable Failure> ownFailure() {
    return ownFailure.getReadOnlyProperty();
  }
}
