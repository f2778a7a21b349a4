package eu.callorders.server.sequence;

import eu.callorders.server.sequence.PinnedSequence.Pin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** LRU cache of sequence versions, which never change unless the database is restored. */
final class DefinitionCache {
  private static final int MAX_SIZE = 500;

  private final Map<Pin, PinnedSequence> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Pin, PinnedSequence> eldest) {
          return size() > MAX_SIZE;
        }
      };

  synchronized Optional<PinnedSequence> get(Pin pin) {
    return Optional.ofNullable(entries.get(pin));
  }

  synchronized void clear() {
    entries.clear();
  }

  synchronized void put(Pin pin, PinnedSequence sequence) {
    entries.put(pin, sequence);
  }
}
