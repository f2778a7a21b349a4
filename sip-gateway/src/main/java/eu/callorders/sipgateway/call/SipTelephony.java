package eu.callorders.sipgateway.call;

import eu.callorders.gatewaykit.server.GatewayServer.HandlerContext;
import eu.callorders.sipgateway.config.AgentSettings;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.media.MediaEngine;
import eu.callorders.sipgateway.media.SpeechRenderer;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.TlsSockets;
import io.vertx.core.Context;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/** The parts of a running gateway: SIP, sound, trunks and calls. */
public final class SipTelephony implements AutoCloseable {
  private final SipEndpoint endpoint;
  private final MediaEngine media;
  private final SipCallHandler handler;
  private final LegRegistry legs = new LegRegistry();
  private final Trunks trunks;
  private final InstantSource clock;
  private final AgentStatistics statistics = new AgentStatistics();

  /**
   * Opens the ports; runs on the event loop of the gateway.
   *
   * @throws IOException a port is in use
   */
  public SipTelephony(
      HandlerContext context, SipGatewaySettings settings, CallTimes times, CallObserver observer)
      throws IOException {
    Context eventLoop = context.vertx().getOrCreateContext();
    this.clock = context.clock();
    this.trunks = new Trunks(context.vertx(), context.clock(), settings, context.notes());
    this.endpoint =
        new SipEndpoint(
            settings.listen(),
            new TlsSockets(TlsContextFactory.create(context.vertx(), settings.tls())),
            trunks::knows,
            action -> eventLoop.runOnContext(now -> action.run()),
            legs,
            observer);
    legs.use(endpoint);
    this.media = new MediaEngine(settings.rtpPorts(), times.silence());
    LocalAddresses addresses = new LocalAddresses(settings.publicAddress(), endpoint);
    CallEnvironment environment =
        new CallEnvironment(
            context.vertx(),
            context.clock(),
            settings,
            endpoint,
            legs,
            media,
            new Speaker(context.vertx(), new SpeechRenderer(settings.speech())),
            new AgentAlert(),
            trunks,
            new InviteFactory(addresses, settings.divert()),
            times,
            observer);
    this.handler = new SipCallHandler(environment, agents(environment, context.router()));
    List<Trunk> all = trunks.all();
    all.forEach(
        trunk -> new TrunkMonitor(context.vertx(), endpoint, addresses, trunks, trunk).start());
    all.stream()
        .filter(trunk -> trunk.settings().register())
        .forEach(
            trunk ->
                new TrunkRegistrar(
                        context.vertx(), endpoint, addresses, trunks, trunk, times.registration())
                    .start());
  }

  private ConversationFactory agents(CallEnvironment environment, Router router) {
    AgentSettings settings = environment.settings().agent();
    if (settings.kind() == AgentSettings.Kind.KEYPAD) {
      return new KeypadConversations(environment);
    }
    AgentConnector connector =
        switch (settings.kind()) {
          case SIP -> new SipAgentConnector(environment);
          case OPENAI -> new RealtimeConnector(environment);
          default -> new StreamConnector(environment);
        };
    RemoteConversations conversations = new RemoteConversations(environment, connector, statistics);
    if (settings.kind() != AgentSettings.Kind.OPENAI) {
      new AgentRoutes(conversations, Objects.requireNonNull(settings.token())).addTo(router);
    }
    return conversations;
  }

  public SipCallHandler handler() {
    return handler;
  }

  /** Whether a call could be placed: the registrations are done. */
  public boolean isReady() {
    return trunks.admitAny(clock.instant());
  }

  public SipEndpoint endpoint() {
    return endpoint;
  }

  /** Metrics in the text format of Prometheus. */
  public String metrics() {
    StringBuilder text = new StringBuilder();
    metric(text, "calls_active", handler.activeCalls());
    metric(text, "legs_open", legs.size());
    metric(text, "rtp_ports_free", media.freePorts());
    metric(text, "incoming_calls_total", legs.incomingCalls());
    statistics.values().forEach((name, value) -> metric(text, name, value));
    for (Trunk trunk : trunks.all()) {
      text.append("sipgateway_trunk_up{trunk=\"")
          .append(trunk.settings().name())
          .append("\"} ")
          .append(trunk.isDown() ? 0 : 1)
          .append('\n');
    }
    return text.toString();
  }

  private static void metric(StringBuilder text, String name, long value) {
    text.append("sipgateway_").append(name).append(' ').append(value).append('\n');
  }

  @Override
  public void close() {
    endpoint.close();
    media.close();
  }
}
