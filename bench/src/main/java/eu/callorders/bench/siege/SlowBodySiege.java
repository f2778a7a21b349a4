package eu.callorders.bench.siege;

import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Server;
import eu.callorders.bench.TemporaryDirectory;
import eu.callorders.bench.crash.SimulatorProcess;
import eu.callorders.db.FreePort;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Attacks by slow bodies on a service whose gateway is the standalone simulator, so that it takes
 * callbacks. The service closes each connection within its limit. Times are not compared: thousands
 * of clients take the processors that the service needs.
 */
final class SlowBodySiege {
  /**
   * A body without a token may take 5 s. The service and thousands of clients share the processors:
   * 2 s are left for it to see the end, and for a client to see that it closed.
   */
  private static final int LONGEST_SECONDS = 7;

  private static final int WARM_UP_SECONDS = 10;

  private final int connections;
  private final double seconds;
  private final SiegeVerdict verdict;

  /**
   * @param connections held by each attack
   * @param seconds of each attack
   */
  SlowBodySiege(int connections, double seconds, SiegeVerdict verdict) {
    this.connections = connections;
    this.seconds = Math.max(seconds, LONGEST_SECONDS + 2); // one that stays open is seen
    this.verdict = verdict;
  }

  void run(List<SlowBodyAttack.Request> requests)
      throws IOException, SQLException, InterruptedException {
    String address = "http://127.0.0.1:" + FreePort.choose();
    String secret = secret();
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        SimulatorProcess gateway =
            SimulatorProcess.of(directory.path(), secret, address + "/gateway/v1/events")) {
      gateway.start();
      try (Server server = Server.start(settings(address, gateway.setting(), secret))) {
        SiegeTenant bystander = new SiegeTenant(server.sandbox(), "Bystander");
        bystander.setClock(server, SiegeTenant.morning());
        Bystander work = new Bystander(bystander);
        work.work(WARM_UP_SECONDS);
        for (SlowBodyAttack.Request request : requests) {
          attack(server, request, bystander, work);
        }
      }
    }
  }

  private static Map<String, String> settings(String address, String gateway, String secret) {
    return Map.of(
        Sandbox.JAVA_OPTIONS,
        "-Xmx1g",
        "CALLORDERS_HTTP_PORT",
        address.substring(address.lastIndexOf(':') + 1),
        "CALLORDERS_GATEWAY",
        gateway,
        "CALLORDERS_GATEWAY_SECRET",
        secret,
        "CALLORDERS_RATE_LIMIT",
        "50/100");
  }

  private static String secret() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return "whsec_" + Base64.getEncoder().encodeToString(bytes);
  }

  private void attack(
      Server server, SlowBodyAttack.Request request, SiegeTenant bystander, Bystander work)
      throws SQLException, InterruptedException {
    long before = bystander.calls(server);
    Bystander.Notes notes;
    SlowBodyAttack attack = new SlowBodyAttack(server.sandbox().baseUrl(), request, connections);
    try (attack) {
      notes = work.workOnNewConnections(seconds);
    }
    verdict.take(request.name(), notes, Map.of(), bystander.calls(server) - before);
    System.out.printf(
        "%s: %d connections, the longest open for %.1f s%n",
        request.name(), attack.opened(), attack.longestSeconds());
    if (attack.longestSeconds() > LONGEST_SECONDS) {
      verdict.fail("%s: open for %.1f s".formatted(request.name(), attack.longestSeconds()));
    }
  }
}
