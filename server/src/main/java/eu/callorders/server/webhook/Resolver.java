package eu.callorders.server.webhook;

import io.vertx.core.Future;
import java.util.List;

/** Looks up names. */
@FunctionalInterface
public interface Resolver {

  /**
   * All addresses of a host, IPv4 and IPv6, 4 or 16 bytes each in network order.
   *
   * @param host a domain name in ASCII, or an address literal without brackets
   * @return fails, or has no addresses, when there are none
   */
  Future<List<byte[]>> resolve(String host);
}
