package eu.callorders.server.app;

import eu.callorders.server.admin.HealthRoutes;
import eu.callorders.server.admin.PublicHealthRoutes;
import eu.callorders.server.auth.AccessTokenCheck;
import eu.callorders.server.auth.Issuer;
import eu.callorders.server.auth.IssuerRoutes;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.auth.TokenIssuer;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.database.Database;
import eu.callorders.server.docs.DocumentationSite;
import eu.callorders.server.event.EventResource;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.event.FeedPoller;
import eu.callorders.server.event.WaitingReaders;
import eu.callorders.server.http.ApiSettings;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.BytePacer;
import eu.callorders.server.http.ConnectionCounter;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.LostResourceNotice;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.OperationBinder;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.http.SourceAddress;
import eu.callorders.server.http.TokenCheck;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.tenant.OwnTenantResource;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.testclock.SandboxClockResource;
import eu.callorders.server.worker.ClaimingLoops;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The operations, the token endpoint and the listener of the API. */
final class ApiModule {
  private final NodeContext node;
  private final Components components;
  private final FeedCursors feedCursors;
  private final WaitingReaders waitingReaders;
  private final IssuerReference issuer;

  /**
   * @param issuer receives the public addresses once the listener has a port
   */
  ApiModule(Components components, IssuerReference issuer) {
    this.node = components.node();
    this.components = components;
    this.feedCursors = new FeedCursors(node.cursors(), components.eras().eras());
    this.waitingReaders = new WaitingReaders(node.vertx(), () -> FeedPoller.wake(node.vertx()));
    this.issuer = issuer;
  }

  /** Starts the loop that wakes readers of the feed. */
  ClaimingLoops startFeedPoller() {
    return FeedPoller.start(node.vertx(), node.database(), waitingReaders);
  }

  /** Opens the listener. */
  HttpServerHandle start(NodeBounds bounds, HealthRoutes health) {
    Config config = node.config();
    // Separate limiters, so that many addresses cannot evict registrations.
    RateLimiter registrationLimiter = new RateLimiter(node.realTime());
    RateLimiter addressLimiter = new RateLimiter(node.realTime());
    Contract contract = Contract.load();
    OperationBinder binder =
        new OperationBinder(
            contract,
            operations(contract),
            tokenCheck(),
            registrationLimiter,
            BytePacer.ofBodies(node.realTime()),
            config.isLive());
    ApiSettings settings =
        new ApiSettings(
            config.http().host(),
            config.http().port(),
            () -> issuer.get().baseUrl(),
            () -> issuer.get().authUrl(),
            config.trustedProxies(),
            node.addressLimit(),
            bounds.http(),
            connections(bounds.http()));
    AnonymousRateLimiter anonymousLimiter =
        new AnonymousRateLimiter(addressLimiter, settings.addressLimit());
    HttpServerHandle listener =
        HttpServerHandle.open(
            node.vertx(),
            ConfigKey.HTTP_PORT,
            config.http(),
            config.eventLoops(),
            () ->
                new ApiVerticle(
                    settings,
                    binder,
                    addressLimiter,
                    routes(contract, anonymousLimiter, health, bounds.requestWait()),
                    node.traces(),
                    node.realTime()));
    issuer.set(
        new Issuer(
            config.authUrl(listener.port()).toString(),
            config.baseUrl(listener.port()).toString(),
            node.environment()));
    node.metrics()
        .count(
            "callorders_feed_rewound",
            "Feed readers whose last event was lost by the database",
            feedCursors::rewinds);
    node.metrics()
        .gauge(
            "callorders_feed_waiting_readers",
            "Requests that wait for the next event",
            waitingReaders::size);
    return listener;
  }

  private List<Operation> operations(Contract contract) {
    Database database = node.database();
    TenantSnapshotView snapshot = node.tenantSnapshot();
    LostResourceNotice notice =
        new LostResourceNotice(() -> components.eras().eras().lostSpans(database));
    return Stream.of(
            components.orders().operations(),
            components.dialing().operations(contract),
            components.evidence().operations(),
            components.enrollments().operations(),
            components.holds().operations(components.orders().write()),
            components
                .webhooks()
                .operations(components.orders().write(), feedCursors, components.costlyRequests()),
            new EventResource(database, feedCursors, waitingReaders, node.realTime()).operations(),
            new OwnTenantResource(database, snapshot).operations(),
            sandboxClock().operations())
        .flatMap(List::stream)
        .map(notice::wrap)
        .toList();
  }

  private SandboxClockResource sandboxClock() {
    return new SandboxClockResource(
        node.database(),
        components.orders().write(),
        !node.config().isLive(),
        components.maintenance()::wakeTestClocks);
  }

  private TokenCheck tokenCheck() {
    return new AccessTokenCheck(
        node.vertx(),
        node.database(),
        components.signingKeys(),
        issuer,
        node.config().rateLimit(),
        node.realTime());
  }

  private List<RouteModule> routes(
      Contract contract,
      AnonymousRateLimiter anonymousLimiter,
      HealthRoutes health,
      Duration requestWait) {
    List<RouteModule> routes = new ArrayList<>(components.telephony().routes(requestWait));
    routes.add(issuerRoutes(anonymousLimiter));
    routes.add(components.evidence().keyRoutes());
    routes.add(new PublicHealthRoutes(node.vertx(), health::isReady));
    routes.add(new DocumentationSite(() -> contract, true));
    return routes;
  }

  private IssuerRoutes issuerRoutes(AnonymousRateLimiter anonymousLimiter) {
    SigningKeys keys = components.signingKeys();
    TokenIssuer tokens =
        new TokenIssuer(
            node.vertx(), node.database(), keys, issuer, node.realTime(), node.random());
    return new IssuerRoutes(tokens, keys, issuer, SourceAddress::of, anonymousLimiter);
  }

  private ConnectionCounter connections(ConnectionLimits limits) {
    ConnectionCounter connections =
        node.limitsAddresses()
            ? new ConnectionCounter(limits.maxPerAddress(), node.config().trustedProxies())
            : ConnectionCounter.unlimited();
    node.metrics()
        .count(
            "callorders_api_connections_evicted",
            "Connections closed at the connection limit or for a slow body",
            connections::evictedCount);
    return connections;
  }
}
