package eu.callorders.server.cli.doctor;

import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.client.RetryPolicy;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ListWebhookEndpointsQuery;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.model.WebhookEndpoint;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.app.WebhookModule;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.client.ConnectionFinder.UnknownConnectionException;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Config.HostPort;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Resolves the hosts of the tenant's webhook endpoints by the rules of the service. */
public final class WebhookTargetCheck {
  private static final String CHECK = "webhook targets";

  private final Config config;
  private final ApiSession session;
  private final TargetUrlValidator targets;

  public WebhookTargetCheck(Vertx vertx, Config config, ApiSession session) {
    this.config = config;
    this.session = session;
    TargetRules rules = WebhookModule.targetRules(config);
    LocalAddresses own = new LocalAddresses(InstantSource.system());
    this.targets = new TargetUrlValidator(rules, new SafeResolver(vertx, rules, own));
  }

  public List<DoctorFinding> run() {
    List<DoctorFinding> findings = new ArrayList<>();
    for (HostPort target : config.webhooks().extraTargets()) {
      if (addresses(target.host()).isEmpty()) {
        findings.add(
            DoctorFinding.problem(
                CHECK,
                target.host() + " does not resolve",
                "correct %s, or the DNS record"
                    .formatted(ConfigKey.WEBHOOK_EXTRA_TARGETS.variable())));
      }
    }
    try {
      List<WebhookEndpoint> endpoints =
          session
              .client()
              .with(RetryPolicy.NONE)
              .listWebhookEndpoints(ListWebhookEndpointsQuery.all())
              .data();
      endpoints.forEach(endpoint -> check(endpoint).ifPresent(findings::add));
      if (findings.isEmpty()) {
        findings.add(DoctorFinding.ok(CHECK, "%d resolve".formatted(endpoints.size())));
      }
    } catch (UnknownConnectionException | ApiException | UnreachableException e) {
      findings.add(
          DoctorFinding.skipped(CHECK, "the endpoints cannot be listed", "see credentials"));
    }
    return findings;
  }

  private Optional<DoctorFinding> check(WebhookEndpoint endpoint) {
    Optional<Problem> violation =
        BoundedWait.await(targets.violation(TextNode.valueOf(endpoint.url()), "/url"));
    return violation.map(
        problem ->
            DoctorFinding.problem(
                CHECK,
                "%s of %s: %s%s"
                    .formatted(
                        endpoint.url(),
                        endpoint.id(),
                        problem.detail(),
                        resolved(URI.create(endpoint.url()).getHost())),
                "correct its url or the DNS record; on a machine for development permit it by %s, or use `call-orders listen`"
                    .formatted(ConfigKey.WEBHOOK_EXTRA_TARGETS.variable())));
  }

  private static String resolved(@Nullable String host) {
    String addresses = host == null ? "" : addresses(host);
    return addresses.isEmpty() ? " It does not resolve here." : " Here it is " + addresses + ".";
  }

  /** The addresses of a host, by the resolver of this machine; empty for none. */
  private static String addresses(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
          .map(InetAddress::getHostAddress)
          .collect(Collectors.joining(", "));
    } catch (UnknownHostException e) {
      return "";
    }
  }
}
