package eu.callorders.console.api;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** How it stands with the service, as the latest request found; listeners hear of changes only. */
public final class ConnectionStatus {
  /** What there is to know. */
  public enum State {
    /** It answers. */
    ANSWERS,
    /** It does not, and is asked again and again. */
    AWAY,
    /**
     * It answers, and no longer takes these credentials: nothing is asked until there are others.
     */
    REFUSED
  }

  /** Told on whatever thread finds out. */
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

  synchronized void found(boolean answers) {
    reachable = answers;
    tell();
  }

  synchronized void accepted(boolean now) {
    accepted = now;
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
