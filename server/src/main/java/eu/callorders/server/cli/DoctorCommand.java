package eu.callorders.server.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.doctor.ClockCheck;
import eu.callorders.server.cli.doctor.CredentialsCheck;
import eu.callorders.server.cli.doctor.DatabaseCheck;
import eu.callorders.server.cli.doctor.DoctorFinding;
import eu.callorders.server.cli.doctor.GatewayCheck;
import eu.callorders.server.cli.doctor.JavaCheck;
import eu.callorders.server.cli.doctor.PortCheck;
import eu.callorders.server.cli.doctor.WebhookTargetCheck;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.json.Json;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code doctor}: finds what in the environment keeps the service or its clients from working. */
@Command(
    name = "doctor",
    description = {
      "Checks Java, ports, database, clocks, gateway, credentials and the addresses of webhook"
          + " endpoints, and prints what to do about each problem. Changes no setting.",
      "Exit code 0: no problem; 1: at least one problem."
    },
    footer = {"", "Example:", "  call-orders doctor"})
final class DoctorCommand extends ApiCommand {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  @ParentCommand private @Nullable CommandLine parent;

  @Override
  protected int run(ApiSession session) throws IOException, InterruptedException {
    CommandLine root = CommandLine.parent(parent);
    Config config = root.config();
    List<DoctorFinding> findings = new ArrayList<>(JavaCheck.run(root.variables()));
    Vertx vertx = Vertx.vertx();
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build()) {
      PortCheck ports = new PortCheck(http);
      ClockCheck clock = new ClockCheck(InstantSource.system());
      findings.add(ports.run(ConfigKey.HTTP_HOST, ConfigKey.HTTP_PORT, config.http()));
      findings.add(ports.run(ConfigKey.ADMIN_HOST, ConfigKey.ADMIN_PORT, config.admin()));
      findings.addAll(new DatabaseCheck(vertx, config, clock).run());
      findings.add(new GatewayCheck(vertx, config).run());
      findings.addAll(new CredentialsCheck(session, http, clock).run());
      findings.addAll(new WebhookTargetCheck(vertx, config, session).run());
    } finally {
      BoundedWait.await(vertx.close());
    }
    return print(session, findings);
  }

  private static int print(ApiSession session, List<DoctorFinding> findings) {
    long problems = findings.stream().filter(DoctorFinding::isProblem).count();
    if (session.asJson()) {
      ObjectNode document = Json.object().put("problems", problems);
      document.putArray("checks").addAll(findings.stream().map(DoctorFinding::json).toList());
      session.print(document);
    } else {
      findings.forEach(finding -> session.out().println(finding.text()));
      session.out().println("problems: " + problems);
    }
    return problems == 0 ? DONE : REFUSED;
  }
}
