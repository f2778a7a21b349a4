package eu.callorders.server.app;

import eu.callorders.core.evidence.DisclosureCheck;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.admin.HealthCheck;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialCounts;
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
import eu.callorders.server.tracing.Traces;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import io.micrometer.core.instrument.FunctionCounter;
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
import org.jspecify.annotations.Nullable;

/** The configured gateway, its monitor, and the intake of its events. */
public final class TelephonyModule {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final GatewayInbox inbox;
  private final InstantSource realTime;
  private final GatewayConnector connector;
  private final GatewayMonitor monitor;
  private final EventDeduplicator deduplicator = new EventDeduplicator();

  /** The connection to a gateway. */
  private sealed interface GatewayConnector {
    VoiceGateway gateway();
  }

  private record Simulator(EmbeddedGateway gateway) implements GatewayConnector {}

  private record Remote(HttpGateway gateway, MessageSignature signature)
      implements GatewayConnector {}

  private TelephonyModule(
      Vertx vertx,
      InstantSource realTime,
      GatewayConnector connector,
      String name,
      CircuitBreaker.Rule rule) {
    this.vertx = vertx;
    this.inbox = DialLoops.newInbox(vertx);
    this.realTime = realTime;
    this.connector = connector;
    this.monitor = DialLoops.newMonitor(vertx, name, connector.gateway(), rule, realTime);
  }

  /**
   * Creates the module; nothing is started.
   *
   * @param random must be unpredictable
   */
  public static TelephonyModule of(
      Vertx vertx,
      Config.Gateway gateway,
      Secrets secrets,
      Traces traces,
      InstantSource realTime,
      RandomGenerator random) {
    return switch (gateway) {
      // Simulated calls fail by their number, which says nothing about the gateway.
      case Config.Gateway.Embedded _ ->
          new TelephonyModule(
              vertx,
              realTime,
              new Simulator(new EmbeddedGateway(vertx)),
              "embedded",
              CircuitBreaker.Rule.NEVER);
      case Config.Gateway.Http(URI address) -> {
        MessageSignature signature = secrets.gatewaySignature();
        HttpGateway remote =
            new HttpGateway(
                vertx, address, signature, HttpGateway.DEFAULT_TIMEOUT, traces, realTime, random);
        GatewayConnector connector = new Remote(remote, signature);
        yield new TelephonyModule(
            vertx, realTime, connector, address.toString(), CircuitBreaker.Rule.DEFAULT);
      }
    };
  }

  public VoiceGateway gateway() {
    return connector.gateway();
  }

  /** The given id of this node, if its own simulator has the calls; null for a gateway outside. */
  @Nullable UUID simulatorNode(UUID node) {
    return connector instanceof Simulator ? node : null;
  }

  GatewayInbox inbox() {
    return inbox;
  }

  public GatewayMonitor monitor() {
    return monitor;
  }

  /**
   * The routes of gateway callbacks on the API's listener.
   *
   * @param storeTimeout until events that are not stored are refused
   */
  List<RouteModule> routes(Duration storeTimeout) {
    return switch (connector) {
      case Simulator _ -> List.of();
      case Remote remote ->
          List.of(
              new GatewayEventRoutes(
                  vertx, remote.signature(), inbox, deduplicator, realTime, storeTimeout));
    };
  }

  /** Starts the intake of events. */
  AutoCloseable start(NodeContext node) {
    Database database = node.database();
    registerMetrics(node.metrics());
    database.onNewInstance(deduplicator::clear);
    return switch (connector) {
      case Simulator _ -> {
        BoundedWait.await(vertx.deployVerticle(new SimulatorVerticle(realTime)));
        EmbeddedEventConsumer.register(vertx, inbox);
        yield () -> {};
      }
      case Remote remote -> {
        EventLogReader reader =
            new EventLogReader(
                database, monitor.name(), remote.gateway(), inbox, deduplicator, node.id());
        WorkLoop.Handle loop = WorkLoop.start(vertx, "gateway-event-log", reader::runOnce);
        yield () -> {
          loop.close();
          reader.release();
          BoundedWait.await(remote.gateway().close(), CLOSE_TIMEOUT);
        };
      }
    };
  }

  /** Up when the gateway has responded, even if it refuses calls now. */
  HealthCheck check() {
    return HealthCheck.gateway(
        () ->
            switch (monitor.status()) {
              case UNKNOWN, DOWN -> Future.failedFuture("no response");
              case UP, DEGRADED, OPEN, HALF_OPEN -> Future.succeededFuture();
            });
  }

  /** Gauges of the gateway, one per state of which the current one is 1; counters of dials. */
  private void registerMetrics(Metrics metrics) {
    MeterRegistry registry = metrics.registry();
    for (GatewayStatus status : GatewayStatus.values()) {
      Gauge.builder(
              "callorders_gateway_state",
              monitor,
              monitored -> monitored.status() == status ? 1 : 0)
          .description("State of the voice gateway")
          .tag("gateway", monitor.name())
          .tag("state", status.wire())
          .register(registry);
    }
    Gauge.builder("callorders_gateway_tenants_held", monitor, GatewayMonitor::heldTenants)
        .description("Tenants whose calls are held or limited after failures")
        .tag("gateway", monitor.name())
        .register(registry);
    for (DialCounts.Result result : DialCounts.Result.values()) {
      FunctionCounter.builder(
              "callorders_dials", monitor, monitored -> monitored.counts().dials(result))
          .description("Requests to the gateway to place a call, by its reply")
          .tag("result", result.wire())
          .register(registry);
    }
    for (DisclosureCheck.Fault fault : DisclosureCheck.Fault.values()) {
      FunctionCounter.builder(
              "callorders_disclosure_faults",
              monitor,
              monitored -> monitored.counts().disclosureFaults(fault))
          .description("Conversations without a correct report of their disclosure")
          .tag("fault", fault.wire())
          .register(registry);
    }
    metrics.count(
        "callorders_unknown_outcomes",
        "Calls that ended with an unknown outcome",
        () -> monitor.counts().unknownOutcomes());
  }
}
