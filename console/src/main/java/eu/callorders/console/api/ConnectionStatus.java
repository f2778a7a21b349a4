package eu.callorders.console.api;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Status of the service by its latest responses; listeners are notified of changes only. */
public final class ConnectionStatus {
  public enum State {
    /** The service responds. */
    ONLINE,
    /** The service does not respond, or reports that it is unavailable; requests are retried. */
    OFFLINE,
    /** The service rejects the credentials: no requests until there are new ones. */
    CREDENTIALS_REJECTED
  }

  private final LongSupplier nanos;
  private final List<Consumer<State>> listeners = new CopyOnWriteArrayList<>();
  private volatile long respondedAt;
  private volatile State state = State.ONLINE;
  private boolean silent;
  private boolean unavailable;
  private boolean accepted = true;

  public ConnectionStatus() {
    this(System::nanoTime);
  }

  /**
   * @param nanos monotonic time in nanoseconds
   */
  ConnectionStatus(LongSupplier nanos) {
    this.nanos = nanos;
    this.respondedAt = nanos.getAsLong();
  }

  /** Called on any thread. */
  public void listen(Consumer<State> listener) {
    listeners.add(listener);
  }

  public boolean isOffline() {
    return state == State.OFFLINE;
  }

  /** Time since the latest response of any kind, or since the start. */
  public Duration silence() {
    return Duration.ofNanos(nanos.getAsLong() - respondedAt);
  }

  /** A request got a response. */
  synchronized void responded(boolean isUnavailable) {
    unavailable = isUnavailable;
    probed(isUnavailable);
  }

  /** A probe got a response: it ends the silence, but not the unavailability. */
  synchronized void probed(boolean isUnavailable) {
    respondedAt = nanos.getAsLong();
    silent = false;
    unavailable |= isUnavailable;
    notifyListeners();
  }

  /** A connection failed, or nothing has arrived for too long. */
  synchronized void lost() {
    silent = true;
    notifyListeners();
  }

  synchronized void accepted(boolean nowAccepted) {
    accepted = nowAccepted;
    notifyListeners();
  }

  private void notifyListeners() {
    State now =
        silent || unavailable
            ? State.OFFLINE
            : accepted ? State.ONLINE : State.CREDENTIALS_REJECTED;
    if (now != state) {
      state = now;
      listeners.forEach(listener -> listener.accept(now));
    }
  }
}
