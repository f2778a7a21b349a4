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
 * Samples the figures of the deployment until the session ends, also while nobody looks: what has
 * been is known then when somebody does. What concerns this tenant alone is read while somebody
 * looks.
 */
final class OverviewViewModel {
  static final Duration REST = Duration.ofSeconds(5);
  static final Duration OWN_REST = Duration.ofSeconds(15);
  static final Duration KEPT = Duration.ofHours(1);
  private static final Duration GAP = REST.multipliedBy(3);

  /** Figures with the moment that they were asked for, of a clock that nobody sets. */
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

  /** Whether there are figures of the deployment; without the administration there are none. */
  boolean hasFigures() {
    return session.administration().isPresent();
  }

  /** Begins to sample, unless it does already. */
  void start() {
    if (hasFigures() && sampling == null) {
      sampling = background.repeat(this::sample);
    }
  }

  /** Whether somebody looks. */
  void look(boolean isLookedAt) {
    if (isLookedAt && looking == null) {
      looking = background.repeat(this::readOwn);
    } else if (!isLookedAt && looking != null) {
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

  /** Whoever stops it wants to hear no more. */
  private void passOn(ApiException e, Runnable told) throws ApiException {
    if (e.failure() instanceof Failure.Stopped) {
      throw e;
    }
    background.draw(told);
  }

  private Reading read() throws ApiException {
    JsonNode figures = session.administration().orElseThrow().get("/admin/v1/overview").body();
    return new Reading(Duration.ofNanos(nanos.getAsLong() - begun), figures);
  }

  private void arrived(Reading reading) {
    failure.set(null);
    Sample before = latest.get();
    if (before != null && reading.at().compareTo(before.at()) <= 0) {
      return; // overtaken by one that was asked for by hand
    }
    boolean late = before != null && reading.at().minus(before.at()).compareTo(GAP) > 0;
    Sample sample = Sample.of(reading.at(), missed || late, reading.figures());
    missed = false;
    samples.add(sample);
    samples.removeIf(old -> old.at().plus(KEPT).compareTo(sample.at()) < 0);
    latest.set(sample);
  }

  private void failed(Failure why) {
    missed = true;
    failure.set(why);
  }

  private void ownArrived(TenantFigures read) {
    ownFailure.set(null);
    own.set(read);
  }

  /** Reads everything now. */
  void refresh() {
    background.run(
        () -> TenantFigures.read(session, !hasFigures()), this::ownArrived, ownFailure::set);
    if (hasFigures()) {
      background.run(this::read, this::arrived, this::failed);
    }
  }

  /** Oldest first. */
  ObservableList<Sample> history() {
    return samples;
  }

  ReadOnlyObjectProperty<@Nullable Sample> latest() {
    return latest.getReadOnlyProperty();
  }

  /** Why the deployment cannot be asked at present. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /** What concerns this tenant. */
  ReadOnlyObjectProperty<TenantFigures> own() {
    return own.getReadOnlyProperty();
  }

  /** Why that cannot be read at present. */
  ReadOnlyObjectProperty<@Nullable Failure> ownFailure() {
    return ownFailure.getReadOnlyProperty();
  }
}
