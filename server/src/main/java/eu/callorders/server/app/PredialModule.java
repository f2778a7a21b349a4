package eu.callorders.server.app;

import eu.callorders.server.admin.AdminOperations;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.predial.HttpPredialEndpoint;
import eu.callorders.server.predial.PredialCheckEditor;
import eu.callorders.server.predial.PredialCounts;
import eu.callorders.server.predial.PredialLoader;
import eu.callorders.server.predial.PredialQuestions;
import eu.callorders.server.webhook.delivery.ActiveSecrets;
import eu.callorders.server.webhook.delivery.WebhookSender;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The components of the checks before the dial. */
final class PredialModule {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final int CONNECTIONS_PER_ADDRESS = 4_000;

  private final NodeContext node;
  private final WebhookModule webhooks;
  private final EndpointSecrets secrets;
  private final WebhookSender sender;
  private final PredialQuestions questions;
  private final PredialLoader loader;

  PredialModule(NodeContext node, WebhookModule webhooks) {
    this.node = node;
    this.webhooks = webhooks;
    this.secrets =
        new EndpointSecrets(EndpointSecrets.Kind.PREDIAL_CHECK, node.keyring(), node.random());
    this.sender = webhooks.newSender(CONNECTIONS_PER_ADDRESS);
    this.questions =
        new PredialQuestions(
            new HttpPredialEndpoint(webhooks.rules(), sender, node.realTime()),
            node.realTime(),
            () -> DialLoops.wakePredialDialer(node.vertx()));
    ActiveSecrets active = new ActiveSecrets(secrets, node.realTime());
    node.database().onNewInstance(active::clear);
    this.loader =
        new PredialLoader(active, questions, node.environment(), node.realTime(), node.random());
  }

  PredialQuestions questions() {
    return questions;
  }

  PredialLoader loader() {
    return loader;
  }

  AdminOperations.PredialParts administration() {
    return new AdminOperations.PredialParts(
        new PredialCheckEditor(secrets, node.realTime(), node.random()), webhooks.targets());
  }

  /** Registers the metrics; the result closes the connections. */
  AutoCloseable start() {
    MeterRegistry registry = node.metrics().registry();
    for (PredialCounts.Result result : PredialCounts.Result.values()) {
      FunctionCounter.builder(
              "callorders_predial_questions",
              questions.counts(),
              counts -> counts.questions(result))
          .description("Questions to clients before a dial, by the reply")
          .tag("result", result.wire())
          .register(registry);
    }
    Gauge.builder(
            "callorders_predial_tenants_failing",
            questions.limiter(),
            limiter -> limiter.failingTenants())
        .description("Tenants whose endpoint for questions before a dial keeps failing")
        .register(registry);
    return () -> BoundedWait.completes(sender.close(), CLOSE_TIMEOUT);
  }
}
