package eu.callorders.server.webhook;

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

/**
 * The addresses of this machine, looked up again every now and then, and those that it is known by
 * outside: nobody is to be led back.
 */
public final class LocalAddresses {
  private static final Logger LOG = LoggerFactory.getLogger(LocalAddresses.class);
  private static final Duration LAST = Duration.ofSeconds(30);

  private final InstantSource realTime;
  private final List<byte[]> outside;
  private volatile Known known = new Known(List.of(), Instant.MIN);

  private record Known(List<byte[]> addresses, Instant since) {}

  public LocalAddresses(InstantSource realTime) {
    this(realTime, List.of());
  }

  /**
   * @param outside what a translator of addresses makes of ours, 4 or 16 bytes each
   */
  public LocalAddresses(InstantSource realTime, List<byte[]> outside) {
    this.realTime = realTime;
    this.outside = List.copyOf(outside);
  }

  /** 4 or 16 bytes each. */
  public List<byte[]> now() {
    Known seen = known;
    Instant now = realTime.instant();
    if (seen.since().isBefore(now.minus(LAST))) {
      seen = new Known(look(seen.addresses()), now);
      known = seen;
    }
    return seen.addresses();
  }

  private List<byte[]> look(List<byte[]> before) {
    try {
      Stream<byte[]> here =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .map(InetAddress::getAddress);
      return Stream.concat(outside.stream(), here).toList();
    } catch (SocketException e) {
      LOG.warn("cannot list the addresses of this machine", e);
      return before.isEmpty() ? outside : before;
    }
  }
}
