package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.time.Duration;
import java.time.InstantSource;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** Samples the figures of the deployment, and keeps those of the last hour. */
final class OverviewViewModel {
  static final Duration REST = Duration.ofSeconds(5);
  static final Duration KEPT = Duration.ofHours(1);

  private final Background background;
  private final Session session;
  private final InstantSource clock;
  private final ObservableList<Sample> samples = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<@Nullable Sample> latest = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<JsonNode> tenant = new ReadOnlyObjectWrapper<>();
  private @Nullable Work sampling;

  OverviewViewModel(Background background, Session session, InstantSource clock) {
    this.background = background;
    this.session = session;
    this.clock = clock;
    tenant.set(session.tenant());
  }

  /** Whether there are figures; without the administration there are quotas only. */
  boolean hasFigures() {
    return session.administration().isPresent();
  }

  /** Begins to sample, unless it does already. */
  void start() {
    if (hasFigures() && sampling == null) {
      sampling = background.repeat(this::sample);
    }
  }

  void stop() {
    if (sampling != null) {
      sampling.cancel();
      sampling = null;
    }
  }

  private Duration sample() throws ApiException {
    try {
      Sample sample = read();
      background.draw(() -> arrived(sample));
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      background.draw(() -> failure.set(e.failure()));
    }
    return REST;
  }

  private Sample read() throws ApiException {
    JsonNode figures = session.administration().orElseThrow().get("/admin/v1/overview").body();
    return Sample.of(clock.instant(), figures);
  }

  private void arrived(Sample sample) {
    failure.set(null);
    samples.add(sample);
    samples.removeIf(old -> old.at().isBefore(sample.at().minus(KEPT)));
    latest.set(sample);
  }

  /** Reads the tenant again: quotas are raised while it works. */
  void readTenant() {
    if (session.may(Scope.CONFIG_READ)) {
      background.run(() -> session.api().get("/v1/tenant").body(), tenant::set, failure::set);
    }
  }

  /** Reads everything now. */
  void refresh() {
    readTenant();
    if (hasFigures()) {
      background.run(this::read, this::arrived, failure::set);
    }
  }

  /** Missing when this registration may not read it. */
  JsonNode quotas() {
    JsonNode read = tenant.get();
    return read == null ? MissingNode.getInstance() : read.path("quotas");
  }

  /** Oldest first. */
  ObservableList<Sample> history() {
    return samples;
  }

  ReadOnlyObjectProperty<@Nullable Sample> latest() {
    return latest.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<JsonNode> tenant() {
    return tenant.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
