package eu.callorders.server.webhook;

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
 * Looks names up, and says where a URL may lead. Whoever connects takes the addresses from here and
 * resolves nothing again, so that what was judged is what is called.
 */
public final class SafeResolver implements Resolver {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final DnsNameResolver names;
  private final TargetRules rules;
  private final LocalAddresses own;

  public SafeResolver(Vertx vertx, TargetRules rules, LocalAddresses own) {
    this.names = names((VertxInternal) vertx);
    this.rules = rules;
    this.own = own;
  }

  /** Nobody may be sent anything there. */
  static final class UnsafeTargetException extends Exception {
    private static final long serialVersionUID = 1L;

    UnsafeTargetException() {
      super("the target is refused", null, false, false);
    }
  }

  @Override
  public Future<List<byte[]>> resolve(String host) {
    return lookUp(host).map(all -> all.stream().map(InetAddress::getAddress).toList());
  }

  /**
   * The addresses of a URL's host, all of them fit; fails with {@link UnsafeTargetException}
   * otherwise.
   */
  Future<List<InetAddress>> check(TargetUrl url) {
    return lookUp(url.host())
        .recover(unknown -> Future.failedFuture(new UnsafeTargetException()))
        .compose(
            all ->
                rules.judge(url, bytes(all), own.now()).isEmpty()
                    ? Future.succeededFuture(all)
                    : Future.failedFuture(new UnsafeTargetException()));
  }

  private static List<byte[]> bytes(List<InetAddress> addresses) {
    return addresses.stream().map(InetAddress::getAddress).toList();
  }

  /**
   * Like that of Vert.x, with its servers and hosts file, but for two things: it asks for IPv4 and
   * IPv6 whatever comes first, since all of it is to be judged; and for the name as it is, never
   * for one of that name in the domain of this machine.
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

  private Future<List<InetAddress>> lookUp(String host) {
    Promise<List<InetAddress>> found = Promise.promise();
    names
        .resolveAll(host)
        .addListener(
            (io.netty.util.concurrent.Future<List<InetAddress>> ended) ->
                found.complete(ended.getNow(), ended.cause()));
    return found
        .future()
        .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .map(all -> all.stream().distinct().toList());
  }
}
