package eu.callorders.server.app;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.admin.HealthCheck;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.telephony.EmbeddedEventConsumer;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.telephony.EventDeduplicator;
import eu.callorders.server.telephony.EventLogReader;
import eu.callorders.server.telephony.GatewayEventRoutes;
import eu.callorders.server.telephony.HttpGateway;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** The gateway that is configured, how it is watched, and how its events come in. */
final class TelephonyModule {
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final GatewayInbox inbox;
  private final InstantSource realTime;
  private final GatewayConnector side;
  private final GatewayMonitor watch;
  private final EventDeduplicator seen = new EventDeduplicator();

  /** The two ways to a gateway. */
  private sealed interface GatewayConnector {
    VoiceGateway gateway();
  }

  private record Simulator(EmbeddedGateway gateway) implements GatewayConnector {}

  private record Remote(HttpGateway gateway, MessageSignature signature)
      implements GatewayConnector {}

  private TelephonyModule(
      Vertx vertx,
      GatewayInbox inbox,
      InstantSource realTime,
      GatewayConnector side,
      String name,
      CircuitBreaker.Rule rule) {
    this.vertx = vertx;
    this.inbox = inbox;
    this.realTime = realTime;
    this.side = side;
    this.watch = DialLoops.watch(vertx, name, side.gateway(), rule, realTime);
  }

  /**
   * The gateway of that configuration; nothing is started yet.
   *
   * @param random nobody can foresee it
   */
  static TelephonyModule of(
      Vertx vertx,
      Config.Gateway gateway,
      Secrets secrets,
      InstantSource realTime,
      RandomGenerator random) {
    GatewayInbox inbox = DialLoops.inbox(vertx);
    return switch (gateway) {
      // Its calls fail when their number says so: that is no evidence against it.
      case Config.Gateway.Embedded _ ->
          new TelephonyModule(
              vertx,
              inbox,
              realTime,
              new Simulator(new EmbeddedGateway(vertx)),
              "embedded",
              CircuitBreaker.Rule.NEVER);
      case Config.Gateway.Http(URI address) -> {
        MessageSignature signature = secrets.gatewaySignature();
        HttpGateway remote =
            new HttpGateway(
                vertx, address, signature, HttpGateway.DEFAULT_PATIENCE, realTime, random);
        yield new TelephonyModule(
            vertx,
            inbox,
            realTime,
            new Remote(remote, signature),
            address.toString(),
            CircuitBreaker.Rule.USUAL);
      }
      case Config.Gateway.Sip _ ->
          throw new InvalidConfigException(
              List.of("CALLORDERS_GATEWAY: SIP trunks are not built yet"));
    };
  }

  VoiceGateway gateway() {
    return side.gateway();
  }

  GatewayInbox inbox() {
    return inbox;
  }

  GatewayMonitor watch() {
    return watch;
  }

  /** Where the gateway tells, on the API's listener. */
  List<RouteModule> routes() {
    return switch (side) {
      case Simulator _ -> List.of();
      case Remote remote ->
          List.of(new GatewayEventRoutes(vertx, remote.signature(), inbox, seen, realTime));
    };
  }

  /** Starts what brings events in. */
  AutoCloseable start(Database database, UUID node) {
    database.onNewInstance(seen::clear);
    return switch (side) {
      case Simulator _ -> {
        BoundedWait.await(vertx.deployVerticle(new SimulatorVerticle(realTime)));
        EmbeddedEventConsumer.deliver(vertx, inbox);
        yield () -> {};
      }
      case Remote remote -> {
        EventLogReader reader =
            new EventLogReader(database, watch.name(), remote.gateway(), inbox, seen, node);
        WorkLoop.Handle loop = WorkLoop.start(vertx, "gateway-event-log", reader::runOnce);
        yield () -> {
          loop.close();
          reader.release();
          BoundedWait.await(remote.gateway().close(), CLOSING);
        };
      }
    };
  }

  /** The gateway has been heard of and takes calls, if not right now. */
  HealthCheck check() {
    return new HealthCheck(
        "gateway",
        () ->
            switch (watch.condition()) {
              case UNKNOWN, DOWN -> Future.failedFuture("it does not answer");
              case UP, DEGRADED, OPEN, HALF_OPEN -> Future.succeededFuture();
            });
  }

  /** One gauge per condition, of which one is 1. */
  void expose(MeterRegistry metrics) {
    for (GatewayStatus condition : GatewayStatus.values()) {
      Gauge.builder(
              "callorders_gateway_state",
              watch,
              watched -> watched.condition() == condition ? 1 : 0)
          .description("Which condition the voice gateway is in")
          .tag("gateway", watch.name())
          .tag("state", condition.wire())
          .register(metrics);
    }
    Gauge.builder("callorders_gateway_tenants_held", watch, GatewayMonitor::heldTenants)
        .description("Tenants whose calls fail: none or only a few of theirs are placed")
        .tag("gateway", watch.name())
        .register(metrics);
  }
}
