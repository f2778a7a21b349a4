package eu.callorders.server.statistics;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The counts of one step. */
public final class StepCounts {
  private final SortedMap<String, Long> orders = new TreeMap<>();
  private final SortedMap<String, Long> deliveries = new TreeMap<>();
  private final LagCounts dialLags = new LagCounts();

  void add(CountKind kind, String name, long count) {
    switch (kind) {
      case ORDER -> orders.merge(name, count, Long::sum);
      case DIAL -> dialLags.add(Long.parseLong(name), count);
      case DELIVERY -> deliveries.merge(name, count, Long::sum);
    }
  }

  /** Ended orders by summary code; a code without orders is absent. */
  public SortedMap<String, Long> orders() {
    return Collections.unmodifiableSortedMap(orders);
  }

  /** How late each dial was. */
  public LagCounts dialLags() {
    return dialLags;
  }

  /** The number of deliveries that have ended with this status. */
  public long deliveries(String status) {
    return deliveries.getOrDefault(status, 0L);
  }
}
