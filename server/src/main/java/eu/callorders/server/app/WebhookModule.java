package eu.callorders.server.app;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.event.FeedStart;
import eu.callorders.server.http.Operation;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.webhook.WebhookDeliveryResource;
import eu.callorders.server.webhook.WebhookEndpointResource;
import eu.callorders.server.webhook.WebhookLoops;
import eu.callorders.server.webhook.WebhookResendResource;
import eu.callorders.server.webhook.delivery.ConcurrencyLimiter;
import eu.callorders.server.webhook.delivery.DirectDeliveryWriter;
import eu.callorders.server.webhook.delivery.Dispatcher;
import eu.callorders.server.webhook.delivery.FanOut;
import eu.callorders.server.webhook.delivery.ImmediateDispatcher;
import eu.callorders.server.webhook.delivery.OutcomeWriter;
import eu.callorders.server.webhook.delivery.TrustStore;
import eu.callorders.server.webhook.delivery.VerificationExpiry;
import eu.callorders.server.webhook.delivery.WebhookSender;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import eu.callorders.server.webhook.replay.ReplayWorker;
import eu.callorders.server.worker.ClaimingLoops;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The components of webhooks. */
public final class WebhookModule {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final int CONNECTIONS_PER_ADDRESS = 4_000;

  private final NodeContext node;
  private final EndpointSecrets secrets;
  private final DirectDeliveryWriter direct;
  private final TargetRules rules;
  private final SafeResolver resolver;
  private final TargetUrlValidator targetValidator;
  private final WebhookSender sender;
  private final OutcomeWriter outcomes;
  private final Dispatcher dispatcher;

  WebhookModule(NodeContext node, NodeStores stores) {
    this.node = node;
    this.secrets = new EndpointSecrets(EndpointSecrets.Kind.WEBHOOK, node.keyring(), node.random());
    this.direct = new DirectDeliveryWriter(node.environment(), node.random());
    this.rules = targetRules(node.config());
    LocalAddresses own = new LocalAddresses(node.realTime(), publicAddresses(node.config()));
    this.resolver = new SafeResolver(node.vertx(), rules, own);
    this.targetValidator = new TargetUrlValidator(rules, resolver);
    this.sender = newSender(CONNECTIONS_PER_ADDRESS);
    this.outcomes =
        new OutcomeWriter(
            node.database(),
            node.id(),
            stores.events(),
            node.realTime(),
            () -> WebhookLoops.wakeOutcomeWriter(node.vertx()));
    this.dispatcher =
        new Dispatcher(
            node.database(),
            node.id(),
            rules,
            sender,
            secrets,
            outcomes,
            node.traces(),
            node.realTime(),
            node.random(),
            () -> WebhookLoops.wakeDispatcher(node.vertx()),
            new ConcurrencyLimiter(ConcurrencyLimiter.Limits.DEFAULT));
  }

  /**
   * A sender with connections of its own, by the same rules.
   *
   * @param connections maximum per address
   */
  WebhookSender newSender(int connections) {
    return new WebhookSender(
        node.vertx(),
        resolver,
        TrustStore.with(node.config().webhooks().caFile()),
        connections,
        WebhookSender.TIMEOUT,
        node.realTime());
  }

  TargetRules rules() {
    return rules;
  }

  TargetUrlValidator targets() {
    return targetValidator;
  }

  /** Behind NAT, this machine does not know its public addresses. */
  private static List<byte[]> publicAddresses(Config config) {
    return config.webhooks().egressIps().stream()
        .map(InetAddress::ofLiteral)
        .map(InetAddress::getAddress)
        .toList();
  }

  /**
   * A host name among the extra targets can resolve to any address, so addresses are checked when
   * live.
   */
  public static TargetRules targetRules(Config config) {
    return new TargetRules(
        config.webhooks().extraTargets().stream()
            .map(Config.HostPort::toString)
            .collect(Collectors.toSet()),
        config.isLive() && !config.laboratory());
  }

  ClaimingLoops start() {
    WebhookLoops loops =
        WebhookLoops.start(
            node.vertx(),
            new FanOut(node.database(), dispatcher::offer, node.realTime(), node.random()),
            dispatcher,
            outcomes,
            new ReplayWorker(node.database(), dispatcher::offer, node.realTime(), node.random()),
            new VerificationExpiry(node.database(), node.realTime()));
    return new ClaimingLoops() {
      @Override
      public void stopClaims() {
        loops.stopClaims();
      }

      @Override
      public void close() {
        loops.close();
        BoundedWait.completes(sender.close(), CLOSE_TIMEOUT);
      }
    };
  }

  List<Operation> operations(IdempotentWrite write, FeedCursors feed, CostlyRequests costly) {
    WebhookEndpointResource endpoints =
        new WebhookEndpointResource(
            node.database(),
            write,
            targetValidator,
            secrets,
            direct,
            node.cursors(),
            node.realTime(),
            node.random(),
            () -> WebhookLoops.wakeDispatcher(node.vertx()));
    WebhookDeliveryResource deliveries =
        new WebhookDeliveryResource(
            node.database(),
            write,
            new FeedStart(feed),
            direct,
            new ImmediateDispatcher(node.vertx(), node.database(), dispatcher, outcomes),
            node.cursors(),
            node.realTime(),
            node.random());
    WebhookResendResource resends =
        new WebhookResendResource(
            write, node.realTime(), node.random(), () -> WebhookLoops.wakeDispatcher(node.vertx()));
    return Stream.of(endpoints.operations(), deliveries.operations(), resends.operations())
        .flatMap(List::stream)
        .map(each -> limit(each, costly))
        .toList();
  }

  private static Operation limit(Operation operation, CostlyRequests costly) {
    return switch (operation.operationId()) {
      case "testWebhookEndpoint" -> costly.limitByCaller(CostlyRequests.limitByEndpoint(operation));
      case "replayWebhookEvents" -> costly.limitByCaller(operation);
      default -> operation;
    };
  }
}
