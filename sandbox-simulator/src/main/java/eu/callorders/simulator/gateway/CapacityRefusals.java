package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.PlaceCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Counts refusals for lack of capacity per order and phone; the oldest counts are evicted. */
final class CapacityRefusals {
  private static final int MAX_ENTRIES = 10_000;

  private final Map<Key, Integer> counts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Integer> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  int count(PlaceCall call) {
    return counts.getOrDefault(Key.of(call), 0);
  }

  void increment(PlaceCall call) {
    counts.merge(Key.of(call), 1, Integer::sum);
  }

  private record Key(UUID orderId, String to) {
    static Key of(PlaceCall call) {
      return new Key(call.orderId(), call.to());
    }
  }
}
