package eu.callorders.console.session;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Probes a service that has been silent for a moment, so that a frozen one, which accepts
 * connections and never responds, is reported within five seconds, and its return as well.
 */
public final class ConnectionMonitor implements AutoCloseable {
  /** Longer than the poll interval of the feed, so that probes are rare while events are read. */
  static final Duration MAX_SILENCE = Duration.ofMillis(1250);

  static final Duration PROBE_TIMEOUT = Duration.ofMillis(2500);

  /** Sends a request and waits for a response at most that long. */
  @FunctionalInterface
  interface ProbeRequest {
    void send(Duration timeout) throws InterruptedException;
  }

  private final BackgroundExecutor background;
  private final Supplier<Duration> silence;
  private final ProbeRequest probe;
  private @Nullable BackgroundTask task;

  public ConnectionMonitor(BackgroundExecutor background, ApiClient api) {
    this(background, api.connectionStatus()::silence, api::probe);
  }

  /**
   * @param silence time since the latest response
   */
  ConnectionMonitor(BackgroundExecutor background, Supplier<Duration> silence, ProbeRequest probe) {
    this.background = background;
    this.silence = silence;
    this.probe = probe;
  }

  public void start() {
    task = background.repeat(this::check);
  }

  /** Probes the service if it is silent; returns the delay before the next check. */
  Duration check() throws InterruptedException {
    Duration remaining = MAX_SILENCE.minus(silence.get());
    if (remaining.isPositive()) {
      return remaining;
    }
    probe.send(PROBE_TIMEOUT);
    return MAX_SILENCE;
  }

  @Override
  public void close() {
    if (task != null) {
      task.cancel();
    }
  }
}
