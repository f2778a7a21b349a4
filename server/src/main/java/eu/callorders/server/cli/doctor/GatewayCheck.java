package eu.callorders.server.cli.doctor;

import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.telephony.HttpGateway;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;

/** Queries the gateway for a call that does not exist, which shows address and secret. */
public final class GatewayCheck {
  private static final String CHECK = "gateway";
  private static final String WRONG_SECRET = "401";

  private final Vertx vertx;
  private final Config config;

  public GatewayCheck(Vertx vertx, Config config) {
    this.vertx = vertx;
    this.config = config;
  }

  public DoctorFinding run() throws IOException {
    return switch (config.gateway()) {
      case Config.Gateway.Embedded _ ->
          DoctorFinding.ok(CHECK, "the simulator in the service; it reaches no telephone");
      case Config.Gateway.Http(URI address) -> run(address);
    };
  }

  private DoctorFinding run(URI address) throws IOException {
    if (config.secrets().gatewaySecrets() == null
        && !Files.exists(config.dataDirectory().resolve(Secrets.GATEWAY_SECRET))) {
      return DoctorFinding.problem(
          CHECK,
          "there is no secret for " + address,
          "set " + ConfigKey.GATEWAY_SECRET.variable() + " to that of the gateway");
    }
    HttpGateway gateway =
        new HttpGateway(
            vertx,
            address,
            Secrets.of(config).gatewaySignature(),
            HttpGateway.DEFAULT_TIMEOUT,
            Traces.OFF,
            InstantSource.system(),
            new SecureRandom());
    QueryResult result =
        BoundedWait.await(Future.fromCompletionStage(gateway.query(UUID.randomUUID(), null)));
    return result instanceof QueryResult.Unavailable(String reason)
        ? DoctorFinding.problem(CHECK, address + ": " + reason, remedy(reason))
        : DoctorFinding.ok(CHECK, address + " responds and accepts the secret");
  }

  private static String remedy(String reason) {
    return reason.contains(WRONG_SECRET)
        ? "give gateway and service the same secret: " + ConfigKey.GATEWAY_SECRET.variable()
        : "start the gateway, or correct %s; `call-orders gateway test` checks it further"
            .formatted(ConfigKey.GATEWAY.variable());
  }
}
