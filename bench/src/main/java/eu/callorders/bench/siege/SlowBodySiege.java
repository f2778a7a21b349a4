package eu.callorders.bench.siege;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Server;
import eu.callorders.bench.SimulatedServer;
import eu.callorders.bench.SlowConnections;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Clients without a valid token that send bodies slowly, over many connections from several
 * addresses, to a service whose gateway is the standalone simulator, so that it takes callbacks.
 * The service closes each connection within its limit. Times are not compared: thousands of clients
 * take the processors that the service needs.
 */
record SlowBodySiege(int connections, double seconds, SiegeCampaign.Verdict verdict) {
  private static final String TOKEN =
      """
      POST /oauth2/token HTTP/1.1
      Host: localhost
      Content-Type: application/x-www-form-urlencoded
      """;
  private static final String ORDER =
      """
      POST /v1/call-orders HTTP/1.1
      Host: localhost
      Authorization: Bearer a.b.c
      Content-Type: application/json
      """;

  /** Signed by a key that the service does not know, and valid for years. */
  private static final String FORGED =
      ORDER.replace(
          "a.b.c",
          base64("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"unknown\"}")
              + "."
              + base64("{\"sub\":\"siege\",\"iat\":1700000000,\"exp\":1893456000}")
              + "."
              + "A".repeat(342));

  private static final String CALLBACK =
      """
      POST /gateway/v1/events HTTP/1.1
      Host: localhost
      Content-Type: application/json
      webhook-id: invented
      webhook-timestamp: 1
      webhook-signature: v1,AAAA
      """;

  static final List<Request> REQUESTS =
      List.of(
          new Request("slow-body", TOKEN + "Content-Length: 4000\n\n"),
          new Request("slow-callback", CALLBACK + "Content-Length: 100000\n\n"),
          new Request("slow-body-after-401", ORDER + "Content-Length: 4000\n\n"),
          new Request("slow-body-after-forged-token", FORGED + "Content-Length: 4000\n\n"),
          new Request(
              "slow-body-after-two-content-types",
              TOKEN + "Content-Type: application/json\nContent-Length: 4000\n\n"),
          new Request(
              "slow-body-after-bad-host",
              TOKEN.replace("localhost", "a b") + "Content-Length: 4000\n\n"),
          new Request("slow-body-after-413", TOKEN + "Content-Length: 10000000000\n\n"),
          new Request("huge-chunk-after-401", ORDER + "Transfer-Encoding: chunked\n\n7fffffff\n"));

  private static final List<String> ADDRESSES =
      IntStream.range(10, 19).mapToObj(last -> "127.0.0." + last).toList();

  /**
   * A body without a token may take 5 s. The service and thousands of clients share the processors:
   * 2 s are left for it to see the end, and for a client to see that it closed.
   */
  private static final int LONGEST_SECONDS = 7;

  private static final int WARM_UP_SECONDS = 10;

  /** An attack, and what each of its connections sends at once. */
  record Request(String name, String head) {}

  SlowBodySiege {
    seconds = Math.max(seconds, LONGEST_SECONDS + 2); // one that stays open is seen
  }

  private static String base64(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
  }

  void run(List<Request> requests) throws Exception {
    Map<String, String> settings =
        Map.of(Sandbox.JAVA_OPTIONS, "-Xmx1g", "CALLORDERS_RATE_LIMIT", "50/100");
    try (SimulatedServer simulated = SimulatedServer.start(settings)) {
      Bystander bystander = new Bystander(simulated.server());
      bystander.work(WARM_UP_SECONDS);
      for (Request request : requests) {
        attack(simulated.server(), request, bystander);
      }
    }
  }

  private void attack(Server server, Request request, Bystander bystander) throws Exception {
    long before = bystander.calls();
    Bystander.Notes notes;
    SlowConnections slow =
        new SlowConnections(
            server.sandbox().baseUrl(), List.of(request.head()), ADDRESSES, connections);
    try (slow) {
      notes = bystander.workOnNewConnections(seconds);
    }
    verdict.take(request.name(), notes, Map.of(), bystander.calls() - before);
    System.out.printf(
        "%s: %d connections, the longest open for %.1f s%n",
        request.name(), slow.opened(), slow.longestSeconds());
    if (slow.longestSeconds() > LONGEST_SECONDS) {
      verdict.fail("%s: open for %.1f s".formatted(request.name(), slow.longestSeconds()));
    }
  }
}
