package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Samples deployment metrics for the whole session, so that history exists when the screen opens.
 * Reads tenant metrics only while the screen is visible.
 */
final class OverviewViewModel {
  static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(5);
  static final Duration TENANT_INTERVAL = Duration.ofSeconds(15);
  static final Duration RETENTION = Duration.ofHours(1);
  private static final Duration MAX_INTERVAL = SAMPLE_INTERVAL.multipliedBy(3);

  /** A response with its request time by a monotonic clock. */
  private record Reading(Duration at, JsonNode overview) {}

  final ObservableList<DeploymentSample> history = FXCollections.observableArrayList();
  final ObjectProperty<@Nullable DeploymentSample> latest = new SimpleObjectProperty<>();

  /** Why the last read of deployment metrics failed; null during an outage. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  final ObjectProperty<TenantMetrics> tenantMetrics = new SimpleObjectProperty<>();

  /** Why the last read of tenant metrics failed; null during an outage. */
  final ObjectProperty<@Nullable Failure> tenantFailure = new SimpleObjectProperty<>();

  private final Session session;
  private final LongSupplier nanos;
  private final long startNanos;
  private final Poller<Reading> samplePoller;
  private final Poller<TenantMetrics> tenantPoller;
  private boolean afterGap = true;

  OverviewViewModel(BackgroundExecutor background, Session session, LongSupplier nanos) {
    this.session = session;
    this.nanos = nanos;
    this.startNanos = nanos.getAsLong();
    this.samplePoller =
        new Poller<>(background, SAMPLE_INTERVAL, this::read, this::addSample, this::sampleFailed);
    this.tenantPoller =
        new Poller<>(
            background,
            TENANT_INTERVAL,
            () -> TenantMetrics.load(session, !hasDeploymentMetrics()),
            this::tenantRead,
            cause -> setUnlessOffline(tenantFailure, cause, session.api()));
    tenantMetrics.set(new TenantMetrics(session.tenant(), Map.of(), null));
  }

  /** Deployment metrics need the administration. */
  boolean hasDeploymentMetrics() {
    return session.administration().isPresent();
  }

  void start() {
    if (hasDeploymentMetrics()) {
      samplePoller.start();
    }
  }

  /** Reads tenant metrics only while visible. */
  void setVisible(boolean visible) {
    if (visible) {
      tenantPoller.start();
    } else {
      tenantPoller.stop();
    }
  }

  void stop() {
    tenantPoller.stop();
    samplePoller.stop();
  }

  private Reading read() throws ApiException {
    JsonNode figures = session.administration().orElseThrow().get("/admin/v1/overview").body();
    return new Reading(Duration.ofNanos(nanos.getAsLong() - startNanos), figures);
  }

  private void addSample(Reading reading) {
    failure.set(null);
    DeploymentSample previous = latest.get();
    if (previous != null && reading.at().compareTo(previous.at()) <= 0) {
      return; // a manual refresh was faster
    }
    boolean isLate =
        previous != null && reading.at().minus(previous.at()).compareTo(MAX_INTERVAL) > 0;
    DeploymentSample sample =
        DeploymentSample.of(reading.at(), afterGap || isLate, reading.overview());
    afterGap = false;
    history.add(sample);
    history.removeIf(old -> old.at().plus(RETENTION).compareTo(sample.at()) < 0);
    latest.set(sample);
  }

  private void sampleFailed(Failure cause) {
    afterGap = true;
    setUnlessOffline(failure, cause, session.administration().orElseThrow());
  }

  /** During an outage the bar above all screens reports it. */
  private static void setUnlessOffline(
      ObjectProperty<@Nullable Failure> failure, Failure cause, ApiClient api) {
    failure.set(api.connectionStatus().isOffline() ? null : cause);
  }

  private void tenantRead(TenantMetrics read) {
    tenantFailure.set(null);
    tenantMetrics.set(read);
  }

  void refresh() {
    tenantPoller.readNow();
    if (hasDeploymentMetrics()) {
      samplePoller.readNow();
    }
  }
}
