package eu.callorders.console.webhook;

import java.util.HashMap;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The latest replay of each endpoint that this console started; progress is polled in the
 * background.
 */
final class EndpointReplays {
  private final Map<String, ReplayProgress> latest = new HashMap<>();
  private final ReadOnlyObjectWrapper<@Nullable ReplayProgress> shown =
      new ReadOnlyObjectWrapper<>();
  private String id = "";

  /** Selects the endpoint; empty for none. */
  void select(String endpointId) {
    id = endpointId;
    shown.set(latest.get(id));
  }

  /** Polls a new replay instead of the previous one. */
  void follow(ReplayProgress started) {
    ReplayProgress before = latest.put(started.endpointId(), started);
    if (before != null) {
      before.stop();
    }
    if (started.endpointId().equals(id)) {
      shown.set(started);
    }
    started.start();
  }

  /** Stops polling. */
  void close() {
    latest.values().forEach(ReplayProgress::stop);
  }

  ReadOnlyObjectProperty<@Nullable ReplayProgress> shown() {
    return shown.getReadOnlyProperty();
  }
}
