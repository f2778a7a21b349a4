package eu.callorders.server.http;

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
  private final LongAdder closed = new LongAdder();
  private final List<Cidr> exempt;
  private final int most;

  /**
   * @param max per address group
   * @param exempt peers that are not counted
   */
  public ConnectionCounter(int max, List<Cidr> exempt) {
    this.most = max;
    this.exempt = List.copyOf(exempt);
  }

  public static ConnectionCounter unlimited() {
    return new ConnectionCounter(Integer.MAX_VALUE, List.of());
  }

  /** Counts a new connection; true when its address is above the limit. */
  boolean opened(String peer) {
    return isCounted(peer) && byAddress.merge(AddressGroup.of(peer), 1, Integer::sum) > most;
  }

  /** Reverts {@link #opened}. */
  void ended(String peer) {
    if (isCounted(peer)) {
      byAddress.computeIfPresent(
          AddressGroup.of(peer), (address, open) -> open == 1 ? null : open - 1);
    }
  }

  /** Counts a connection that was closed to free capacity or for a slow body. */
  void hadToGo() {
    closed.increment();
  }

  public long closed() {
    return closed.sum();
  }

  int addresses() {
    return byAddress.size();
  }

  private boolean isCounted(String peer) {
    if (most == Integer.MAX_VALUE) {
      return false;
    }
    InetAddress address = Cidr.literal(peer);
    return address == null || exempt.stream().noneMatch(range -> range.contains(address));
  }
}
