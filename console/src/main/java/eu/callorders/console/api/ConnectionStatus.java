package eu.callorders.console.api;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Status of the service by the latest request; listeners are notified of changes only. */
public final class ConnectionStatus {
  public enum State {
    /** The service responds. */
    ONLINE,
    /** The service does not respond; requests are retried. */
    OFFLINE,
    /** The service rejects the credentials: no requests until there are new ones. */
    CREDENTIALS_REJECTED
  }

  /** Called on any thread. */
  public interface Listener {
    void changed(State state);
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private boolean reachable = true;
  private boolean accepted = true;
  private State state = State.ONLINE;

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  synchronized void setReachable(boolean nowReachable) {
    reachable = nowReachable;
    notifyListeners();
  }

  synchronized void accepted(boolean nowAccepted) {
    accepted = nowAccepted;
    notifyListeners();
  }

  private void notifyListeners() {
    State now = reachable ? accepted ? State.ONLINE : State.CREDENTIALS_REJECTED : State.OFFLINE;
    if (now != state) {
      state = now;
      listeners.forEach(listener -> listener.changed(now));
    }
  }
}
