package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/**
 * The clock of the tenant, which a sandbox may have moved ahead of real time, beside the clocks of
 * the service and of this machine. Readings arrive on the UI thread.
 */
public final class TenantClock {
  /** Less is not shown: a response takes its time, and the clock of the service has seconds. */
  static final Duration TOLERANCE = Duration.ofMinutes(2);

  private final InstantSource service;
  private final InstantSource machine;
  private final ReadOnlyBooleanWrapper differs = new ReadOnlyBooleanWrapper();

  /** Volatile since reports read it off the UI thread. */
  private volatile Duration ahead = Duration.ZERO;

  private boolean isRead;

  public TenantClock(InstantSource service, InstantSource machine) {
    this.service = service;
    this.machine = machine;
  }

  /** Takes a response of the test clock, which ends the estimates. */
  public void read(JsonNode testClock) {
    Json.instant(testClock, "now").ifPresent(this::read);
  }

  private void read(Instant now) {
    isRead = true;
    setAhead(Duration.between(service.instant(), now));
  }

  /**
   * Estimates the clock from events that occurred just now. Since it only moves forward, the
   * largest difference is the best estimate.
   */
  public void observe(List<JsonNode> events) {
    for (JsonNode event : events) {
      Optional<Instant> occurredAt = Json.instant(event, "occurred_at");
      if (!isRead && occurredAt.isPresent()) {
        Duration estimate = Duration.between(service.instant(), occurredAt.get());
        setAhead(estimate.compareTo(ahead) > 0 ? estimate : ahead);
      }
    }
  }

  private void setAhead(Duration duration) {
    ahead = duration;
    differs.set(isMuch(duration));
  }

  private static boolean isMuch(Duration difference) {
    return difference.abs().compareTo(TOLERANCE) > 0;
  }

  /** Whether the clock of the tenant differs from real time. */
  public ReadOnlyBooleanProperty differs() {
    return differs.getReadOnlyProperty();
  }

  /** How far the clock is ahead of real time; zero while they do not differ. */
  public Duration ahead() {
    Duration known = ahead;
    return isMuch(known) ? known : Duration.ZERO;
  }

  /** The present time of the tenant. */
  public Instant now() {
    return service.instant().plus(ahead());
  }

  /**
   * How far the clock of this machine is ahead of that of the service, negative if it is behind;
   * zero for a small difference.
   */
  public Duration machineError() {
    Duration error = Duration.between(service.instant(), machine.instant());
    return isMuch(error) ? error : Duration.ZERO;
  }
}
