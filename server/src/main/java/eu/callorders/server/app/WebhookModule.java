package eu.callorders.server.app;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.event.FeedStart;
import eu.callorders.server.http.Operation;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.webhook.WebhookDeliveryResource;
import eu.callorders.server.webhook.WebhookEndpointResource;
import eu.callorders.server.webhook.WebhookLoops;
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
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The components of webhooks. */
public final class WebhookModule {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final int CONNECTIONS_PER_ADDRESS = 4_000;

  private final Vertx vertx;
  private final Database database;
  private final InstantSource realTime;
  private final SecureRandom random;
  private final EndpointSecrets secrets;
  private final DirectDeliveryWriter direct;
  private final TargetUrlValidator targetValidator;
  private final WebhookSender sender;
  private final OutcomeWriter outcomes;
  private final Dispatcher dispatcher;

  WebhookModule(
      Vertx vertx,
      Config config,
      Keyring ring,
      Database database,
      UUID node,
      TenantStore tenants,
      EventStore events,
      InstantSource realTime,
      SecureRandom random) {
    this.vertx = vertx;
    this.database = database;
    this.realTime = realTime;
    this.random = random;
    this.secrets = new EndpointSecrets(ring, random);
    this.direct = new DirectDeliveryWriter(config.environment().wireName(), random);
    TargetRules rules = targetRules(config);
    LocalAddresses own = new LocalAddresses(realTime, publicAddresses(config));
    SafeResolver resolver = new SafeResolver(vertx, rules, own);
    this.targetValidator = new TargetUrlValidator(rules, resolver);
    this.sender =
        new WebhookSender(
            vertx,
            resolver,
            TrustStore.with(config.webhooks().caFile()),
            CONNECTIONS_PER_ADDRESS,
            WebhookSender.TIMEOUT,
            realTime);
    this.outcomes =
        new OutcomeWriter(
            database, node, tenants, events, realTime, () -> WebhookLoops.wakeOutcomeWriter(vertx));
    this.dispatcher =
        new Dispatcher(
            database,
            node,
            rules,
            sender,
            secrets,
            outcomes,
            realTime,
            random,
            () -> WebhookLoops.wakeDispatcher(vertx),
            new ConcurrencyLimiter(ConcurrencyLimiter.Limits.DEFAULT));
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
        config.environment() == Config.Environment.LIVE && !config.laboratory());
  }

  /** Starts the loops. */
  ClaimingLoops start() {
    WebhookLoops loops =
        WebhookLoops.start(
            vertx,
            new FanOut(database, dispatcher::offer, realTime, random),
            dispatcher,
            outcomes,
            new ReplayWorker(database, dispatcher::offer, realTime, random),
            new VerificationExpiry(database, realTime));
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

  List<Operation> operations(
      IdempotentWrite write,
      TenantStore tenants,
      Cursors cursors,
      FeedCursors feed,
      CostlyRequests costly) {
    WebhookEndpointResource endpoints =
        new WebhookEndpointResource(
            database,
            write,
            targetValidator,
            secrets,
            direct,
            cursors,
            realTime,
            random,
            () -> WebhookLoops.wakeDispatcher(vertx));
    WebhookDeliveryResource deliveries =
        new WebhookDeliveryResource(
            database,
            write,
            tenants,
            new FeedStart(feed),
            direct,
            new ImmediateDispatcher(vertx, database, dispatcher, outcomes),
            cursors,
            realTime,
            random);
    return Stream.concat(endpoints.operations().stream(), deliveries.operations().stream())
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
