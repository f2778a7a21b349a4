package eu.callorders.bench.siege;

import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Scale;
import eu.callorders.bench.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tenant attacks by one operation after the other, at its full permitted rate, while another does
 * its everyday work. That one may get no error, and its calls go on; with {@code --verdict ratio}
 * its answers may also take twice as long as alone at p99, or 50 ms.
 */
public final class SiegeCampaign {
  private static final int WARM_UP_SECONDS = 60;

  /** The buckets of requests (2 s) and of bytes of bodies (5 s) are full again after it. */
  private static final int REFILL_MILLIS = 5_500;

  private final Map<String, String> options;
  private final double seconds;
  private final SiegeVerdict verdict;

  private SiegeCampaign(Map<String, String> options) {
    this.options = options;
    this.seconds = Double.parseDouble(options.getOrDefault("seconds", "10"));
    this.verdict = new SiegeVerdict(options.getOrDefault("verdict", "progress").equals("ratio"));
  }

  /**
   * Options, each with a value: operations (joined by commas), seconds, verdict, rows, orders,
   * connections.
   */
  public static void main(String[] arguments) throws Exception {
    Set<String> known = Set.of("operations", "seconds", "verdict", "rows", "orders", "connections");
    Map<String, String> options = new HashMap<>();
    for (int at = 0; at < arguments.length; at += 2) {
      String name = arguments[at].replaceFirst("^--", "");
      if (!known.contains(name) || at + 1 == arguments.length) {
        System.err.println("known are, each with a value: " + known);
        System.exit(2);
      }
      options.put(name, arguments[at + 1]);
    }
    System.exit(new SiegeCampaign(options).run() ? 0 : 1);
  }

  private boolean run() throws IOException, SQLException, InterruptedException {
    try (ServerSocket silent = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        Server server =
            Server.start(
                Map.of(
                    Sandbox.JAVA_OPTIONS,
                    "-Xmx1g",
                    "CALLORDERS_RATE_LIMIT",
                    "50/100",
                    "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
                    "localhost:" + silent.getLocalPort()))) {
      Sandbox sandbox = server.sandbox();
      SiegeTenant attacker = new SiegeTenant(sandbox, "Attacker");
      SiegeTenant bystander = new SiegeTenant(sandbox, "Bystander");
      Instant morning = SiegeTenant.morning();
      attacker.setClock(server, morning);
      bystander.setClock(server, morning);
      int rows = Integer.parseInt(options.getOrDefault("rows", "200000"));
      Target target =
          Target.prepare(
              server,
              attacker,
              "http://localhost:" + silent.getLocalPort() + "/",
              rows,
              morning.plus(Duration.ofDays(1)).toString());
      attack(server, target, bystander, morning);
    }
    List<SlowBodyAttack.Request> slow =
        SlowBodyAttack.REQUESTS.stream().filter(request -> isWanted(request.name())).toList();
    if (!slow.isEmpty()) {
      int connections = Integer.parseInt(options.getOrDefault("connections", "6000"));
      new SlowBodySiege(connections, seconds, verdict).run(slow);
    }
    return verdict.end();
  }

  private void attack(Server server, Target target, SiegeTenant bystander, Instant morning)
      throws SQLException, InterruptedException {
    AtomicInteger number = new AtomicInteger();
    String since = morning.minus(Duration.ofDays(1)).toString();
    List<Attack> attacks =
        new Attacks(target, since)
            .all().stream().filter(attack -> isWanted(attack.name())).toList();
    Bystander work = new Bystander(bystander);
    warmUp(target, attacks, number, work);
    double alone = work.work(Math.max(seconds, 5)).p99();
    System.out.printf("alone: p99 %.1f ms%n", alone);
    for (Attack attack : attacks) {
      long before = bystander.calls(server);
      Bystander.Notes notes;
      Map<Integer, Integer> statuses;
      try (Flood flood = new Flood(target.tenant(), attack, number)) {
        notes = work.work(seconds);
        statuses = flood.statuses();
      }
      long calls = bystander.calls(server) - before;
      verdict.take(attack.name(), notes, statuses, calls);
      verdict.compare(attack.name(), notes, alone);
      Thread.sleep(REFILL_MILLIS);
    }
    if (isWanted(ObjectionAttack.NAME)) {
      objection(server, target.tenant(), work, bystander, morning, alone);
    }
  }

  private boolean isWanted(String name) {
    List<String> wanted = List.of(options.getOrDefault("operations", "all").split(",", -1));
    return wanted.contains("all") || wanted.contains(name);
  }

  /** Every attack in turn, unmeasured, until the code that it runs has been compiled. */
  private void warmUp(Target target, List<Attack> attacks, AtomicInteger number, Bystander work)
      throws InterruptedException {
    double each = Scale.of(WARM_UP_SECONDS) / Math.max(1.0, attacks.size());
    for (Attack attack : attacks) {
      try (var _ = new Flood(target.tenant(), attack, number)) {
        work.work(each);
      }
    }
    Thread.sleep(REFILL_MILLIS);
  }

  private void objection(
      Server server,
      SiegeTenant attacker,
      Bystander work,
      SiegeTenant bystander,
      Instant morning,
      double alone)
      throws SQLException, InterruptedException {
    int orders = Integer.parseInt(options.getOrDefault("orders", "4000"));
    String tomorrow = morning.plus(Duration.ofDays(1)).toString();
    ObjectionAttack attack = new ObjectionAttack(attacker, tomorrow, orders);
    int refused = attack.order();
    long before = bystander.calls(server);
    var attacked = CompletableFuture.supplyAsync(() -> attack.object(refused));
    Bystander.Notes notes = work.work(Math.max(seconds, 5));
    while (!attacked.isDone()) {
      notes = notes.and(work.work(1));
    }
    long calls = bystander.calls(server) - before;
    verdict.take(ObjectionAttack.NAME, notes, Map.of(), calls);
    verdict.compare(ObjectionAttack.NAME, notes, alone);
    try {
      ObjectionAttack.Result result = attacked.join();
      System.out.printf(
          "%s: %d open orders of one person; entry after %.1f s, all ended after %.1f s,"
              + " %d listed; %d requests refused before%n",
          ObjectionAttack.NAME,
          orders,
          result.stored(),
          result.ended(),
          result.listed(),
          result.refused());
      if (result.listed() < orders) {
        verdict.fail("the list of the person ends after %d".formatted(result.listed()));
      }
    } catch (CompletionException e) {
      verdict.fail(ObjectionAttack.NAME + ": " + e.getCause());
    }
  }
}
