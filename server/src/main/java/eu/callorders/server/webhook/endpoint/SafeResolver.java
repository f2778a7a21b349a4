package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.webhook.TargetRule;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Resolves the host of a target URL and checks its addresses. The connection uses these addresses
 * without another lookup, which prevents DNS rebinding.
 */
public final class SafeResolver {
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

  /**
   * The rule that a URL's host violates. An unresolvable name gives the same result as one with
   * forbidden addresses.
   */
  Future<Optional<TargetRule>> violation(TargetUrl url) {
    return resolveAll(url.host()).otherwise(List.of()).map(all -> violation(url, all));
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
                violation(url, all).isEmpty()
                    ? Future.succeededFuture(all)
                    : Future.failedFuture(new UnsafeTargetException()));
  }

  private Optional<TargetRule> violation(TargetUrl url, List<InetAddress> addresses) {
    List<byte[]> bytes = addresses.stream().map(InetAddress::getAddress).toList();
    return rules.validate(url, bytes, localAddresses.current());
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
