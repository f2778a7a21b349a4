package eu.callorders.server.http;

import eu.callorders.server.network.Cidr;
import io.vertx.ext.web.RoutingContext;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source address of a request: the peer, or, behind trusted proxies, the last hop of {@code
 * X-Forwarded-For} that is not one of them. Earlier hops are unverified.
 */
public final class SourceAddress {
  private final List<Cidr> trustedProxies;

  public SourceAddress(List<Cidr> trustedProxies) {
    this.trustedProxies = List.copyOf(trustedProxies);
  }

  /** The source address of a {@link RouteModule}'s request. */
  public static String of(RoutingContext context) {
    return RequestContext.of(context).sourceAddress();
  }

  /**
   * The source address as text.
   *
   * @param peer the connection's address
   * @param forwarded the header's values in the order sent
   */
  public String resolve(String peer, List<String> forwarded) {
    InetAddress source = Cidr.literal(peer);
    if (source == null || !trusted(source) || forwarded.isEmpty()) {
      return source == null ? peer : source.getHostAddress();
    }
    List<String> hops = List.of(String.join(",", forwarded).split(",", -1));
    for (int position = hops.size() - 1; position >= 0; position--) {
      InetAddress hop = hop(hops.get(position).strip());
      if (hop == null) {
        break;
      }
      source = hop;
      if (!trusted(hop)) {
        break;
      }
    }
    return source.getHostAddress();
  }

  private boolean trusted(InetAddress address) {
    return trustedProxies.stream().anyMatch(range -> range.contains(address));
  }

  /** Some proxies append the port and put IPv6 addresses into brackets. */
  private static @Nullable InetAddress hop(String text) {
    if (text.startsWith("[") && text.contains("]")) {
      return Cidr.literal(text.substring(1, text.indexOf(']')));
    }
    boolean hasPort = text.indexOf('.') > 0 && text.indexOf(':') > 0 && !text.startsWith("::");
    return Cidr.literal(hasPort ? text.substring(0, text.indexOf(':')) : text);
  }
}
