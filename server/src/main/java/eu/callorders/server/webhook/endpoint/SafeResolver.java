package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.dns.impl.DnsAddressResolverProvider;
import io.vertx.core.internal.VertxInternal;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Resolves the host of a target URL and checks its addresses. The connection uses these addresses
 * without another lookup, which prevents DNS rebinding.
 */
public final class SafeResolver implements Resolver {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final DnsNameResolver names;
  private final TargetRules rules;
  private final LocalAddresses localAddresses;

  public SafeResolver(Vertx vertx, TargetRules rules, LocalAddresses localAddresses) {
    this.names = names((VertxInternal) vertx);
    this.rules = rules;
    this.localAddresses = localAddresses;
  }

  /** The target is forbidden. */
  static final class UnsafeTargetException extends Exception {
    private static final long serialVersionUID = 1L;

    UnsafeTargetException() {
      super("webhook target refused", null, false, false);
    }
  }

  @Override
  public Future<List<byte[]>> resolve(String host) {
    return resolveAll(host).map(all -> all.stream().map(InetAddress::getAddress).toList());
  }

  /**
   * The allowed addresses of a URL's host; fails with {@link UnsafeTargetException} if any is
   * forbidden.
   */
  public Future<List<InetAddress>> check(TargetUrl url) {
    return resolveAll(url.host())
        .recover(unknown -> Future.failedFuture(new UnsafeTargetException()))
        .compose(
            all ->
                rules.validate(url, bytes(all), localAddresses.current()).isEmpty()
                    ? Future.succeededFuture(all)
                    : Future.failedFuture(new UnsafeTargetException()));
  }

  private static List<byte[]> bytes(List<InetAddress> addresses) {
    return addresses.stream().map(InetAddress::getAddress).toList();
  }

  /**
   * Like the resolver of Vert.x, with its servers and hosts file, except that it waits for IPv4 and
   * IPv6, since all addresses are checked, and ignores search domains.
   */
  private static DnsNameResolver names(VertxInternal vertx) {
    return DnsAddressResolverProvider.create(vertx, vertx.nameResolver().options())
        .getDnsNameResolverBuilder()
        .resolvedAddressTypes(ResolvedAddressTypes.IPV4_PREFERRED)
        .completeOncePreferredResolved(false)
        .searchDomains(List.of())
        .eventLoop(vertx.createEventLoopContext().nettyEventLoop())
        .build();
  }

  private Future<List<InetAddress>> resolveAll(String host) {
    Promise<List<InetAddress>> addresses = Promise.promise();
    names
        .resolveAll(host)
        .addListener(
            (io.netty.util.concurrent.Future<List<InetAddress>> result) ->
                addresses.complete(result.getNow(), result.cause()));
    return addresses
        .future()
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .map(all -> all.stream().distinct().toList());
  }
}
