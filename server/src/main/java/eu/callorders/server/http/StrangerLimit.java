package eu.callorders.server.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** The bucket of whoever shows no valid token: one per address, or per network of IPv6. */
public final class StrangerLimit {
  private static final int NETWORK_BYTES = 8;

  private final RateLimiter limiter;
  private final RateLimit limit;

  public StrangerLimit(RateLimiter limiter, RateLimit limit) {
    this.limiter = limiter;
    this.limit = limit;
  }

  /** Takes from the bucket of that address. */
  public Permit take(String sourceAddress) {
    return limiter.take(key(sourceAddress), limit);
  }

  /** A host owns a /64 of IPv6: counting single addresses would count nothing. */
  private static String key(String sourceAddress) {
    InetAddress address = Cidr.literal(sourceAddress);
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
        : sourceAddress;
  }
}
