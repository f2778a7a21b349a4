package eu.callorders.console.webhook;

import java.util.HashMap;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The latest replay to each endpoint that was begun here, followed whoever is shown. */
final class EndpointReplays {
  private final Map<String, ReplayProgress> latest = new HashMap<>();
  private final ReadOnlyObjectWrapper<@Nullable ReplayProgress> shown =
      new ReadOnlyObjectWrapper<>();
  private String id = "";

  /** Shows that of this endpoint; none for an empty text. */
  void show(String endpointId) {
    id = endpointId;
    shown.set(latest.get(id));
  }

  /** Follows a replay from its beginning on, in place of the one before. */
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

  /** Nothing is followed any more. */
  void close() {
    latest.values().forEach(ReplayProgress::stop);
  }

  ReadOnlyObjectProperty<@Nullable ReplayProgress> shown() {
    return shown.getReadOnlyProperty();
  }
}
