package eu.callorders.server.webhook.endpoint;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This machine's addresses, periodically refreshed, and its external ones: forbidden targets. */
public final class LocalAddresses {
  private static final Logger LOG = LoggerFactory.getLogger(LocalAddresses.class);
  private static final Duration CACHE_TTL = Duration.ofSeconds(30);

  private final InstantSource realTime;
  private final List<byte[]> external;
  private volatile CachedAddresses cache = new CachedAddresses(List.of(), Instant.MIN);

  private record CachedAddresses(List<byte[]> addresses, Instant loadedAt) {}

  public LocalAddresses(InstantSource realTime) {
    this(realTime, List.of());
  }

  /**
   * @param external addresses of this machine behind NAT, 4 or 16 bytes each
   */
  public LocalAddresses(InstantSource realTime, List<byte[]> external) {
    this.realTime = realTime;
    this.external = List.copyOf(external);
  }

  /** 4 or 16 bytes each. */
  public List<byte[]> current() {
    CachedAddresses current = cache;
    Instant now = realTime.instant();
    if (current.loadedAt().isBefore(now.minus(CACHE_TTL))) {
      current = new CachedAddresses(list(current.addresses()), now);
      cache = current;
    }
    return current.addresses();
  }

  private List<byte[]> list(List<byte[]> previous) {
    try {
      Stream<byte[]> local =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .map(InetAddress::getAddress);
      return Stream.concat(external.stream(), local).toList();
    } catch (SocketException e) {
      LOG.warn("listing local addresses failed", e);
      return previous.isEmpty() ? external : previous;
    }
  }
}
