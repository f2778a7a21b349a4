package eu.callorders.server.http;

import eu.callorders.server.network.AddressGroup;
import eu.callorders.server.network.Cidr;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the open connections of each source address over all instances of a listener. Trusted
 * proxies carry many clients over one address and are not counted.
 */
public final class ConnectionCounter {
  private final ConcurrentMap<String, Integer> byAddress = new ConcurrentHashMap<>();
  private final LongAdder evictedCount = new LongAdder();
  private final List<Cidr> exempt;
  private final int max;

  /**
   * @param max per address group
   * @param exempt peers that are not counted
   */
  public ConnectionCounter(int max, List<Cidr> exempt) {
    this.max = max;
    this.exempt = List.copyOf(exempt);
  }

  public static ConnectionCounter unlimited() {
    return new ConnectionCounter(Integer.MAX_VALUE, List.of());
  }

  /** Counts a new connection; true when its address is above the limit. */
  boolean opened(String peer) {
    return isCounted(peer) && byAddress.merge(AddressGroup.keyOf(peer), 1, Integer::sum) > max;
  }

  /** Reverts {@link #opened}. */
  void closed(String peer) {
    if (isCounted(peer)) {
      byAddress.computeIfPresent(
          AddressGroup.keyOf(peer), (address, open) -> open == 1 ? null : open - 1);
    }
  }

  /** Counts a connection that was closed to free capacity or for a slow body. */
  void countEvicted() {
    evictedCount.increment();
  }

  public long evictedCount() {
    return evictedCount.sum();
  }

  int addresses() {
    return byAddress.size();
  }

  private boolean isCounted(String peer) {
    if (max == Integer.MAX_VALUE) {
      return false;
    }
    InetAddress address = Cidr.literal(peer);
    return address == null || exempt.stream().noneMatch(range -> range.contains(address));
  }
}
