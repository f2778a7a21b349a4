package eu.callorders.bench.siege;

import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Scale;
import eu.callorders.bench.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
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
  private static final double RATIO = 2;
  private static final double FAST_ENOUGH_MILLIS = 50;
  private static final int WARM_UP_SECONDS = 60;

  /** The buckets of requests (2 s) and of bytes of bodies (5 s) are full again after it. */
  private static final int REFILL_MILLIS = 5_500;

  /** Twice what a body without a token may take. */
  private static final int SLOW_BODY_SECONDS = 10;

  private static final String CALLS =
      "SELECT count(*) FROM event WHERE tenant_id = ? AND type = 'call.started'";

  private final Map<String, String> options;
  private final double seconds;
  private final List<String> failures = new ArrayList<>();

  private SiegeCampaign(Map<String, String> options) {
    this.options = options;
    this.seconds = Double.parseDouble(options.getOrDefault("seconds", "10"));
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
      Instant morning = morning();
      setClock(server, attacker, morning);
      setClock(server, bystander, morning);
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
    failures.forEach(System.out::println);
    System.out.println(failures.isEmpty() ? "siege held" : failures.size() + " failures");
    return failures.isEmpty();
  }

  private void attack(Server server, Target target, SiegeTenant bystander, Instant morning)
      throws SQLException, InterruptedException {
    List<String> wanted = List.of(options.getOrDefault("operations", "all").split(",", -1));
    AtomicInteger number = new AtomicInteger();
    String since = morning.minus(Duration.ofDays(1)).toString();
    List<Attack> attacks =
        new Attacks(target, since)
            .all().stream().filter(attack -> isWanted(wanted, attack.name())).toList();
    Bystander work = new Bystander(bystander);
    warmUp(target, attacks, number, work);
    double alone = work.work(Math.max(seconds, 5)).p99();
    System.out.printf("alone: p99 %.1f ms%n", alone);
    for (Attack attack : attacks) {
      long before = calls(server, bystander);
      Bystander.Notes notes;
      Map<Integer, Integer> statuses;
      try (Flood flood = new Flood(target.tenant(), attack, number)) {
        notes = work.work(seconds);
        statuses = flood.statuses();
      }
      long calls = calls(server, bystander) - before;
      report(attack.name(), notes, statuses, calls);
      judge(attack.name(), notes, calls, alone);
      Thread.sleep(REFILL_MILLIS);
    }
    for (StrangerAttack.Head head : StrangerAttack.HEADS) {
      if (isWanted(wanted, head.name())) {
        strangers(server, head, work, bystander);
      }
    }
    if (isWanted(wanted, ObjectionAttack.NAME)) {
      objection(server, target.tenant(), work, bystander, morning, alone);
    }
  }

  private static boolean isWanted(List<String> wanted, String name) {
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

  /**
   * Connections without a token; the service closes each within its limit. The ratio is not judged:
   * thousands of clients take the processors that the service needs.
   */
  private void strangers(
      Server server, StrangerAttack.Head head, Bystander work, SiegeTenant bystander)
      throws SQLException, InterruptedException {
    int connections = Integer.parseInt(options.getOrDefault("connections", "6000"));
    long before = calls(server, bystander);
    Bystander.Notes notes;
    StrangerAttack attack = new StrangerAttack(server.sandbox().baseUrl(), head, connections);
    try (attack) {
      notes = work.workOnNewConnections(Math.max(seconds, SLOW_BODY_SECONDS));
    }
    long calls = calls(server, bystander) - before;
    report(head.name(), notes, Map.of(), calls);
    System.out.printf(
        "%s: %d connections, the longest open for %.1f s%n",
        head.name(), attack.opened(), attack.longestSeconds());
    judge(head.name(), notes, calls, Double.POSITIVE_INFINITY);
    if (attack.longestSeconds() > SLOW_BODY_SECONDS) {
      failures.add("%s: open for %.1f s".formatted(head.name(), attack.longestSeconds()));
    }
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
    long before = calls(server, bystander);
    var attacked = CompletableFuture.supplyAsync(() -> attack.object(refused));
    Bystander.Notes notes = work.work(Math.max(seconds, 5));
    while (!attacked.isDone()) {
      notes = notes.and(work.work(1));
    }
    long calls = calls(server, bystander) - before;
    report(ObjectionAttack.NAME, notes, Map.of(), calls);
    judge(ObjectionAttack.NAME, notes, calls, alone);
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
        failures.add("the list of the person ends after %d".formatted(result.listed()));
      }
    } catch (CompletionException e) {
      failures.add(ObjectionAttack.NAME + ": " + e.getCause());
    }
  }

  private static void report(
      String name, Bystander.Notes notes, Map<Integer, Integer> statuses, long calls) {
    System.out.printf(
        "%-26s %3d requests, %s, %d calls, %d failures; attack %s%n",
        name, notes.requests(), notes.times(), calls, notes.failures().size(), statuses);
  }

  private void judge(String name, Bystander.Notes notes, long calls, double alone) {
    notes.failures().forEach((status, text) -> failures.add(name + ": " + text));
    if (calls == 0) {
      failures.add(name + ": no call of the bystander began");
    }
    if (options.getOrDefault("verdict", "progress").equals("ratio")
        && notes.p99() > Math.max(FAST_ENOUGH_MILLIS, RATIO * alone)) {
      failures.add("%s: p99 %.1f ms, alone %.1f ms".formatted(name, notes.p99(), alone));
    }
  }

  private static long calls(Server server, SiegeTenant tenant) throws SQLException {
    try (Connection connection = server.connect();
        PreparedStatement count = connection.prepareStatement(CALLS)) {
      count.setObject(1, tenant.uuid());
      var row = count.executeQuery();
      row.next();
      return row.getLong(1);
    }
  }

  /** Ten o'clock on a Wednesday of a July to come: a month without holidays. */
  private static Instant morning() {
    return ZonedDateTime.now(ZoneId.of("Europe/Berlin"))
        .plusYears(1)
        .with(Month.JULY)
        .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
        .with(LocalTime.of(10, 0))
        .toInstant();
  }

  private static void setClock(Server server, SiegeTenant tenant, Instant to) throws SQLException {
    try (Connection connection = server.connect();
        PreparedStatement set =
            connection.prepareStatement(
                "UPDATE tenant SET clock_offset_ms = ceil(extract(epoch FROM ?::timestamptz"
                    + " - clock_timestamp()) * 1000)::bigint WHERE id = ?")) {
      set.setString(1, to.toString());
      set.setObject(2, tenant.uuid());
      set.executeUpdate();
    }
  }
}
