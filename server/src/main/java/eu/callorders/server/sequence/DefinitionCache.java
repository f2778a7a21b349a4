package eu.callorders.server.sequence;

import eu.callorders.server.sequence.PinnedSequence.Pin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** LRU cache of sequence versions, which never change unless the database is restored. */
final class DefinitionCache {
  private static final int MOST = 500;

  private final Map<Pin, PinnedSequence> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Pin, PinnedSequence> eldest) {
          return size() > MOST;
        }
      };

  synchronized Optional<PinnedSequence> get(Pin pin) {
    return Optional.ofNullable(recent.get(pin));
  }

  synchronized void clear() {
    recent.clear();
  }

  synchronized void put(Pin pin, PinnedSequence sequence) {
    recent.put(pin, sequence);
  }
}
