package eu.callorders.client;

import java.util.Optional;

/**
 * Where an {@link EventConsumer} keeps its place in the feed. A store that saves the cursor in the
 * transaction of the caller's own changes makes each event count once.
 */
public interface CursorStore {
  /** The cursor saved last; empty at first. */
  Optional<String> load();

  /** Saves the cursor after the events of a page were handled. */
  void save(String cursor);
}
