package eu.callorders.server.http;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many connections each source address has open, over all instances of a listener. Proxies that
 * are trusted carry many clients over one address, and are not counted.
 */
public final class ConnectionCounter {
  private final ConcurrentMap<String, Integer> byAddress = new ConcurrentHashMap<>();
  private final LongAdder closed = new LongAdder();
  private final List<Cidr> exempt;
  private final int most;

  /**
   * @param most of one address, or of one /64 of IPv6
   * @param exempt peers that are not counted
   */
  public ConnectionCounter(int most, List<Cidr> exempt) {
    this.most = most;
    this.exempt = List.copyOf(exempt);
  }

  /** As many as anybody likes. */
  public static ConnectionCounter unlimited() {
    return new ConnectionCounter(Integer.MAX_VALUE, List.of());
  }

  /** Counts a new one; answers whether its address now has more than it may. */
  boolean opened(String peer) {
    return isCounted(peer) && byAddress.merge(AddressGroup.of(peer), 1, Integer::sum) > most;
  }

  /** Takes back what {@link #opened} counted. */
  void ended(String peer) {
    if (isCounted(peer)) {
      byAddress.computeIfPresent(
          AddressGroup.of(peer), (address, open) -> open == 1 ? null : open - 1);
    }
  }

  /** Notes that a connection was closed for want of room, or with a body that came too slowly. */
  void hadToGo() {
    closed.increment();
  }

  /** How many connections {@link #hadToGo} so far. */
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
