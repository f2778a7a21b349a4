package eu.callorders.console.api;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Status of the service by the latest request; listeners are notified of changes only. */
public final class ConnectionStatus {
  public enum State {
    /** The service responds. */
    ANSWERS,
    /** The service does not respond; requests are retried. */
    AWAY,
    /** The service rejects the credentials: no requests until there are new ones. */
    REFUSED
  }

  /** Called on any thread. */
  public interface Listener {
    void changed(State state);
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private boolean reachable = true;
  private boolean accepted = true;
  private State state = State.ANSWERS;

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  synchronized void found(boolean nowReachable) {
    reachable = nowReachable;
    tell();
  }

  synchronized void accepted(boolean nowAccepted) {
    accepted = nowAccepted;
    tell();
  }

  private void tell() {
    State now = reachable ? accepted ? State.ANSWERS : State.REFUSED : State.AWAY;
    if (now != state) {
      state = now;
      listeners.forEach(listener -> listener.changed(now));
    }
  }
}
