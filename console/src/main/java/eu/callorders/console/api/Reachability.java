package eu.callorders.console.api;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Whether the service answers, as the latest request found; listeners hear of changes only. */
public final class Reachability {
  /** Told on whatever thread finds out. */
  public interface Listener {
    void changed(boolean reachable);
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private boolean reachable = true;

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  synchronized void found(boolean answers) {
    if (answers != reachable) {
      reachable = answers;
      listeners.forEach(listener -> listener.changed(answers));
    }
  }
}
