package eu.callorders.bench.siege;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.Http;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Scale;
import eu.callorders.bench.Server;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tenant attacks by one operation after the other, at its full permitted rate, while another does
 * its everyday work. That one may get no error, and its calls go on; with {@code --verdict ratio}
 * its answers may also take twice as long as alone at p99, or 50 ms. An attack beyond that is
 * repeated twice, in turn with no attack, and the medians decide.
 */
public final class SiegeCampaign {
  private static final int WARM_UP_SECONDS = 60;

  /** A shorter turn leaves code of an attack uncompiled, which is slow when it is measured. */
  private static final int WARM_UP_SECONDS_EACH = 3;

  /** The buckets of requests (2 s) and of bytes of bodies (5 s) are full again after it. */
  private static final int REFILL_MILLIS = 5_500;

  private static final int REPEATS = 2;

  private final Arguments arguments;
  private final double seconds;
  private final Verdict verdict;

  private SiegeCampaign(Arguments arguments) {
    this.arguments = arguments;
    this.seconds = Double.parseDouble(arguments.text("seconds", "10"));
    this.verdict = new Verdict(arguments.text("verdict", "progress").equals("ratio"));
  }

  /** What the bystander noticed of each attack, and what must not be. */
  static final class Verdict {
    private static final double RATIO = 2;
    private static final double FAST_ENOUGH_MILLIS = 50;

    /** An attack that gets only these has not reached what it is to burden. */
    private static final Set<Integer> REFUSALS = Set.of(Http.LOST, 400, 401, 403, 422, 429, 503);

    private final boolean comparesTimes;
    private final List<String> failures = new ArrayList<>();

    private Verdict(boolean comparesTimes) {
      this.comparesTimes = comparesTimes;
    }

    /** The bystander may get no error, its calls go on, and the attack reaches its operation. */
    void take(String name, Bystander.Notes notes, Map<Integer, Integer> statuses, long calls) {
      System.out.printf(
          "%-26s %3d requests, %s, %d calls, %d failures; attack %s%n",
          name, notes.times().count(), notes.times(), calls, notes.failures().size(), statuses);
      notes.failures().forEach((status, text) -> fail(name + ": " + text));
      if (calls == 0) {
        fail(name + ": no call of the bystander began");
      }
      if (!statuses.isEmpty() && !isReached(name, statuses.keySet())) {
        fail(name + ": each of its requests was refused");
      }
    }

    private static boolean isReached(String name, Set<Integer> statuses) {
      Set<Integer> afterWork = Attacks.REFUSED_AFTER_WORK.getOrDefault(name, Set.of());
      return !REFUSALS.containsAll(statuses) || !Collections.disjoint(afterWork, statuses);
    }

    /** Compares with p99 alone, in milliseconds, when that is asked for. */
    private void compare(String name, double p99, double alone) {
      if (exceeds(p99, alone)) {
        fail("%s: p99 %.1f ms, alone %.1f ms".formatted(name, p99, alone));
      }
    }

    private boolean exceeds(double p99, double alone) {
      return comparesTimes && p99 > Math.max(FAST_ENOUGH_MILLIS, RATIO * alone);
    }

    void fail(String why) {
      failures.add(why);
    }

    private boolean end() {
      failures.forEach(System.out::println);
      System.out.println(failures.isEmpty() ? "siege held" : failures.size() + " failures");
      return failures.isEmpty();
    }
  }

  /** Options: operations (joined by commas), seconds, verdict, rows, orders, connections. */
  public static void main(String[] words) throws Exception {
    Arguments arguments =
        Arguments.parse(words, "operations", "seconds", "verdict", "rows", "orders", "connections");
    System.exit(new SiegeCampaign(arguments).run() ? 0 : 1);
  }

  private boolean run() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress())) {
      String address = "localhost:" + silent.getLocalPort();
      Map<String, String> settings =
          Map.of(
              Sandbox.JAVA_OPTIONS,
              "-Xmx1g",
              "CALLORDERS_RATE_LIMIT",
              "50/100",
              "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
              address);
      try (Server server = Server.start(settings)) {
        Bystander bystander = new Bystander(server);
        Target target =
            Target.prepare(
                server, "http://" + address + "/", arguments.number("rows", 200_000), day(1));
        attack(target, bystander);
      }
    }
    List<SlowBodySiege.Request> slow =
        SlowBodySiege.REQUESTS.stream().filter(request -> isWanted(request.name())).toList();
    if (!slow.isEmpty()) {
      new SlowBodySiege(arguments.number("connections", 6_000), seconds, verdict).run(slow);
    }
    return verdict.end();
  }

  private static String day(int after) {
    return Sandbox.morning().plus(Duration.ofDays(after)).toString();
  }

  private void attack(Target target, Bystander bystander) throws Exception {
    AtomicInteger number = new AtomicInteger();
    List<Attacks.Attack> attacks =
        Attacks.on(target, day(-1)).stream().filter(attack -> isWanted(attack.name())).toList();
    warmUp(target, attacks, number, bystander);
    double alone = bystander.work(Math.max(seconds, 5)).p99();
    System.out.printf("alone: p99 %.1f ms%n", alone);
    for (Attacks.Attack attack : attacks) {
      renewTokens(target, bystander);
      List<Double> rest = new ArrayList<>(List.of(alone));
      List<Double> attacked = new ArrayList<>(List.of(measure(target, attack, number, bystander)));
      if (verdict.exceeds(attacked.getFirst(), alone)) {
        for (int repeat = 0; repeat < REPEATS; repeat++) {
          rest.add(bystander.work(seconds).p99());
          attacked.add(measure(target, attack, number, bystander));
        }
      }
      verdict.compare(attack.name(), median(attacked), median(rest));
    }
    if (isWanted(ObjectionAttack.NAME)) {
      renewTokens(target, bystander);
      objection(target.tenant(), bystander, alone);
    }
  }

  /** Access tokens are valid for half an hour, and the whole campaign takes longer. */
  private static void renewTokens(Target target, Bystander bystander) {
    target.tenant().renewToken();
    bystander.renewToken();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  /** Returns the p99 of the bystander in milliseconds; of some 300 requests. */
  private double measure(
      Target target, Attacks.Attack attack, AtomicInteger number, Bystander bystander)
      throws Exception {
    long before = bystander.calls();
    Bystander.Notes notes;
    Map<Integer, Integer> statuses;
    try (Flood flood = new Flood(target.tenant(), attack, number)) {
      notes = bystander.work(seconds);
      statuses = flood.statuses;
    }
    verdict.take(attack.name(), notes, statuses, bystander.calls() - before);
    Thread.sleep(REFILL_MILLIS);
    return notes.p99();
  }

  private boolean isWanted(String name) {
    List<String> wanted = List.of(arguments.text("operations", "all").split(",", -1));
    return wanted.contains("all") || wanted.contains(name);
  }

  /** Every attack in turn, unmeasured, until the code that it runs has been compiled. */
  private void warmUp(
      Target target, List<Attacks.Attack> attacks, AtomicInteger number, Bystander bystander)
      throws InterruptedException {
    double share = WARM_UP_SECONDS / Math.max(1.0, attacks.size());
    double each = Scale.share() * Math.max(WARM_UP_SECONDS_EACH, share);
    for (Attacks.Attack attack : attacks) {
      try (var _ = new Flood(target.tenant(), attack, number)) {
        bystander.work(each);
      }
    }
    Thread.sleep(REFILL_MILLIS);
  }

  private void objection(SiegeTenant attacker, Bystander bystander, double alone) throws Exception {
    int orders = arguments.number("orders", 4_000);
    ObjectionAttack attack = new ObjectionAttack(attacker);
    attack.order(day(1), orders);
    int refused = attack.refused();
    long before = bystander.calls();
    var attacked = new FutureTask<>(attack::object);
    Thread.ofVirtual().start(attacked);
    Bystander.Notes notes = bystander.work(Math.max(seconds, 5));
    while (!attacked.isDone()) {
      notes = notes.and(bystander.work(1));
    }
    verdict.take(ObjectionAttack.NAME, notes, Map.of(), bystander.calls() - before);
    verdict.compare(ObjectionAttack.NAME, notes.p99(), alone);
    try {
      ObjectionAttack.Result result = attacked.get();
      System.out.printf(
          "%s: %d open orders of one person; entry after %.1f s, all ended after %.1f s,"
              + " %d listed; %d requests refused before%n",
          ObjectionAttack.NAME, orders, result.stored(), result.ended(), result.listed(), refused);
      if (result.listed() < orders) {
        verdict.fail("the list of the person ends after %d".formatted(result.listed()));
      }
    } catch (ExecutionException e) {
      verdict.fail(ObjectionAttack.NAME + ": " + e.getCause());
    }
  }
}
