package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.GatewayNotes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often calls of an order to a phone were refused for lack of capacity. The oldest counts are
 * evicted.
 */
final class CapacityRefusals {
  private static final String PREFIX = "capacity:";
  private static final int MAX_COUNTS = 10_000;

  private final GatewayNotes notes;
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  CapacityRefusals(GatewayNotes notes) {
    this.notes = notes;
    notes
        .load()
        .forEach(
            (name, count) -> {
              if (name.startsWith(PREFIX)) {
                counts.put(name, Integer.valueOf(count));
              }
            });
  }

  int of(PlaceCall call) {
    return counts.getOrDefault(name(call), 0);
  }

  void count(PlaceCall call) {
    String name = name(call);
    int count = counts.merge(name, 1, Integer::sum);
    notes.put(name, Integer.toString(count));
    if (counts.size() > MAX_COUNTS) {
      Iterator<String> oldest = counts.keySet().iterator();
      notes.remove(oldest.next());
      oldest.remove();
    }
  }

  private static String name(PlaceCall call) {
    return PREFIX + call.orderId() + call.to().e164();
  }
}
