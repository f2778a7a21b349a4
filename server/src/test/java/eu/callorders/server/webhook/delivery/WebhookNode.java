package eu.callorders.server.webhook.delivery;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.Await;
import eu.callorders.server.tracing.Traces;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import eu.callorders.server.webhook.replay.ReplayWorker;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** One node of a fixture that sends webhooks. */
public final class WebhookNode {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  final UUID id = UUID.randomUUID();
  public final WebhookSender sender;
  final OutcomeWriter outcomes;
  public final Dispatcher dispatcher;
  public final FanOut fanOut;
  public final ReplayWorker replays;

  WebhookNode(WebhookDeliveryFixture fixture, ConcurrencyLimiter limiter) {
    TargetRules rules =
        new TargetRules(Set.of(fixture.receiver.hostAndPort(), fixture.other.hostAndPort()));
    SafeResolver resolver =
        new SafeResolver(fixture.vertx, rules, new LocalAddresses(fixture.clock));
    sender =
        new WebhookSender(
            fixture.vertx, resolver, TrustStore.with(null), 100, TIMEOUT, fixture.clock);
    outcomes = new OutcomeWriter(fixture.database, id, fixture.events, fixture.clock, () -> {});
    dispatcher =
        new Dispatcher(
            fixture.database,
            id,
            rules,
            sender,
            fixture.secrets,
            outcomes,
            Traces.OFF,
            fixture.clock,
            fixture.random,
            () -> {},
            limiter);
    fanOut = new FanOut(fixture.database, dispatcher::offer, fixture.clock, fixture.random);
    replays = new ReplayWorker(fixture.database, dispatcher::offer, fixture.clock, fixture.random);
  }

  void offer(Endpoint endpoint) {
    dispatcher.offer(Set.of(endpoint.id()));
  }

  /** Sends all due deliveries and stores their outcomes. */
  public void sendAll() {
    boolean more = true;
    while (more) {
      more = dispatcher.runOnce().isZero();
      if (!more) {
        Await.until("everything has ended", () -> dispatcher.inFlightCount() == 0);
        storeOutcomes();
        more = dispatcher.runOnce().isZero();
      }
    }
  }

  void storeOutcomes() {
    while (outcomes.runOnce() > 0) {
      // until all outcomes are stored
    }
  }

  /** Fans out events, sends deliveries and stores outcomes. */
  public void processAll() {
    while (fanOut.runOnce() > 0) {
      // until all events are fanned out
    }
    sendAll();
  }
}
