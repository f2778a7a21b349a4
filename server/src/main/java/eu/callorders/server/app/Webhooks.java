package eu.callorders.server.app;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.auth.MasterKeyRing;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.event.FeedStart;
import eu.callorders.server.http.Cursors;
import eu.callorders.server.http.Operation;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.webhook.CreateWebhookEndpointOperation;
import eu.callorders.server.webhook.DeleteWebhookEndpointOperation;
import eu.callorders.server.webhook.DirectDeliveries;
import eu.callorders.server.webhook.Dispatch;
import eu.callorders.server.webhook.EndpointSecrets;
import eu.callorders.server.webhook.GetWebhookEndpointOperation;
import eu.callorders.server.webhook.ListWebhookDeliveriesOperation;
import eu.callorders.server.webhook.ListWebhookEndpointsOperation;
import eu.callorders.server.webhook.ReplayWebhookEventsOperation;
import eu.callorders.server.webhook.Resolver;
import eu.callorders.server.webhook.RotateWebhookSecretOperation;
import eu.callorders.server.webhook.Targets;
import eu.callorders.server.webhook.TestWebhookEndpointOperation;
import eu.callorders.server.webhook.UpdateWebhookEndpointOperation;
import eu.callorders.server.webhook.VerificationStart;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The parts of webhooks. */
final class Webhooks {
  private final Database database;
  private final InstantSource realTime;
  private final SecureRandom random;
  private final EndpointSecrets secrets;
  private final DirectDeliveries direct;
  private final Targets targets;

  Webhooks(
      Vertx vertx,
      Config config,
      MasterKeyRing ring,
      Database database,
      InstantSource realTime,
      SecureRandom random) {
    this.database = database;
    this.realTime = realTime;
    this.random = random;
    this.secrets = new EndpointSecrets(ring, random);
    this.direct = new DirectDeliveries(config.environment().wireName(), random);
    this.targets = new Targets(rules(config), system(vertx), List::of);
  }

  private static TargetRules rules(Config config) {
    return new TargetRules(
        config.webhooks().extraTargets().stream()
            .map(Config.HostPort::toString)
            .collect(Collectors.toSet()));
  }

  private static Resolver system(Vertx vertx) {
    return host ->
        vertx.executeBlocking(
            () ->
                Arrays.stream(InetAddress.getAllByName(host)).map(InetAddress::getAddress).toList(),
            false);
  }

  List<Operation> operations(
      IdempotentWrite write, TenantStore tenants, Cursors cursors, FeedCursors feed) {
    VerificationStart verification = new VerificationStart(direct, random);
    Dispatch dispatch = (tenantId, deliveryId) -> Future.succeededFuture();
    Runnable wake = () -> {};
    return List.of(
        new ListWebhookEndpointsOperation(database, cursors),
        new CreateWebhookEndpointOperation(
            write, targets, secrets, verification, realTime, random, wake),
        new GetWebhookEndpointOperation(database),
        new UpdateWebhookEndpointOperation(write, targets, verification, realTime, wake),
        new DeleteWebhookEndpointOperation(write, secrets, realTime),
        new TestWebhookEndpointOperation(database, write, verification, direct, dispatch, realTime),
        new RotateWebhookSecretOperation(write, secrets, realTime),
        new ReplayWebhookEventsOperation(
            write, tenants, new FeedStart(feed), realTime, random, wake),
        new ListWebhookDeliveriesOperation(database, cursors, realTime));
  }
}
