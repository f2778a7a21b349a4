package eu.callorders.server.webhook.endpoint;

import io.vertx.core.Future;
import java.util.List;

/** Resolves host names. */
@FunctionalInterface
public interface Resolver {

  /**
   * All IPv4 and IPv6 addresses of a host, 4 or 16 bytes each in network order.
   *
   * @param host a domain name in ASCII, or an address literal without brackets
   * @return empty or failed when there are none
   */
  Future<List<byte[]>> resolve(String host);
}
