package eu.callorders.console.api;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

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

  private final List<Consumer<State>> listeners = new CopyOnWriteArrayList<>();
  private boolean reachable = true;
  private boolean accepted = true;
  private State state = State.ONLINE;

  /** Called on any thread. */
  public void listen(Consumer<State> listener) {
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
      listeners.forEach(listener -> listener.accept(now));
    }
  }
}
