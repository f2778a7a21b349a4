package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Http;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.Polling;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.SqlSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Kills one of two nodes while its calls run, and the other one; ends with 1 on a violation. */
final class NodesCampaign {
  private static final Duration END = Duration.ofSeconds(30);
  private static final Duration DIAL_PAUSE = Duration.ofSeconds(10);
  private static final Duration LOAD = Duration.ofSeconds(20);

  /**
   * With a busy machine, until a node has so many calls that ring and so many that are answered.
   */
  private static final Duration FILL = Duration.ofMinutes(3);

  private static final int CALLS = 10;
  private static final Duration SETTLE = Duration.ofMinutes(3);
  private static final int CLIENTS = 4;
  private static final long BETWEEN_ORDERS_MILLIS = 400;
  private static final int SHOWN = 40;
  private static final double MILLIS = 1e3;

  private final int rounds;
  private final int slack;
  private final SplittableRandom random;
  private final Deployment deployment;
  private final CampaignTenant tenancy;
  private final SqlSession session;
  private final Violations violations = new Violations();
  private final NodeLossChecks checks = new NodeLossChecks(violations);

  /** Whether the gateway is a process of its own. */
  private final boolean outside;

  /** The ids of the nodes' processes, in the order of the nodes. */
  private final List<String> ids;

  /** The orders whose calls were lost, and whether these had been answered. */
  private final Map<String, Boolean> lost = new HashMap<>();

  private Duration longestEnd = Duration.ZERO;

  private NodesCampaign(Arguments arguments, long seed, Deployment deployment) throws Exception {
    this.rounds = arguments.number("rounds", 4);
    this.slack = arguments.number("slack", 1);
    this.random = new SplittableRandom(seed);
    this.deployment = deployment;
    this.tenancy = new CampaignTenant(deployment);
    this.session = deployment.postgres().connect();
    this.outside = !(deployment.gateway instanceof GatewayUnderTest.Embedded);
    this.ids = new ArrayList<>(session.texts("SELECT id FROM node ORDER BY started_at"));
  }

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "rounds", "seed", "gateway", "slack");
    long seed = arguments.seed();
    System.out.println("seed " + seed);
    boolean passed =
        Deployment.use(
            2,
            arguments.text("gateway", "embedded").equals("embedded")
                ? (directory, secret, callback) -> new GatewayUnderTest.Embedded()
                : SimulatorProcess::new,
            deployment -> new NodesCampaign(arguments, seed, deployment).run());
    System.exit(passed ? 0 : 1);
  }

  private boolean run() throws Exception {
    AtomicBoolean ordering = new AtomicBoolean(true);
    try (session;
        Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int number = 1; number <= CLIENTS; number++) {
        Caller caller = new Caller(ledger, new OrderMix("caller" + number, random.split()));
        clients.add(threads.submit(() -> caller.orderWhile(ordering)));
      }
      try {
        for (int round = 0; round < rounds; round++) {
          int number = round % deployment.nodes.size();
          Thread.sleep(LOAD);
          Polling.until(FILL, 100, "too few calls", () -> outside || hasCalls(number));
          kill(number);
        }
      } finally {
        ordering.set(false);
      }
      for (Future<?> client : clients) {
        client.get();
      }
      verify(ledger, Instant.now());
    }
    return violations.found().isEmpty();
  }

  /** An order after the other, each of a call that lasts. */
  private final class Caller extends LoadClient {
    private final OrderMix mix;

    Caller(Ledger ledger, OrderMix mix) {
      super(tenancy, deployment.nodes, ledger, NodesCampaign.this.random.split());
      this.mix = mix;
    }

    Boolean orderWhile(AtomicBoolean ordering) throws InterruptedException {
      run(BETWEEN_ORDERS_MILLIS, ordering::get, () -> false);
      return true;
    }

    @Override
    void act() throws InterruptedException {
      Ledger.Entry entry = ledger.intend(mix.lasting());
      insist(
          node -> {
            Http.Answer answer =
                send(node, "POST", "/v1/call-orders", entry.order.body(), entry.order.key());
            ledger.answered(entry, answer, node.name);
            return answer;
          });
    }
  }

  private boolean hasCalls(int number) throws SQLException {
    Collection<Boolean> answered = NodeLossChecks.openCalls(session, ids.get(number)).values();
    return Collections.frequency(answered, true) >= CALLS
        && Collections.frequency(answered, false) >= CALLS;
  }

  /** Kills a node, waits for the end of its calls, and starts it again. */
  private void kill(int number) throws Exception {
    ServiceNode victim = deployment.nodes.get(number);
    victim.kill();
    long killed = System.nanoTime();
    Map<String, Boolean> open = NodeLossChecks.openCalls(session, ids.get(number));
    int answered = Collections.frequency(open.values(), true);
    Map<String, JsonNode> ended = new HashMap<>();
    boolean inTime =
        Polling.within(END.multipliedBy(slack), 1_000, () -> ended(open.keySet(), ended));
    Duration took = Duration.ofNanos(System.nanoTime() - killed);
    System.out.printf(
        "%s killed: %d calls, %d of them answered, ended after %d ms%n",
        victim.name, open.size(), answered, took.toMillis());
    longestEnd = took.compareTo(longestEnd) > 0 ? took : longestEnd;
    violations.unless(
        inTime,
        "%d of %d orders of %s are open after %s"
            .formatted(open.size() - ended.size(), open.size(), victim.name, took));
    ended.forEach((id, order) -> checks.lost(order, open.getOrDefault(id, false)));
    lost.putAll(open);
    victim.start();
    victim.awaitReady();
    Polling.until(END, 100, "no heartbeat of " + victim.name, () -> isRegistered(number));
  }

  /** Whether all of these orders have ended; adds those that have. */
  private boolean ended(Set<String> ids, Map<String, JsonNode> ended) throws InterruptedException {
    for (String id : ids) {
      if (!ended.containsKey(id)) {
        JsonNode order = tenancy.insist("GET", "/v1/call-orders/" + id, "").require(id);
        if (OrderChecks.TERMINAL.contains(order.path("status").asText())) {
          ended.put(id, order);
        }
      }
    }
    return ended.size() == ids.size();
  }

  /** Whether a new process of that node has a heartbeat; remembers its id. */
  private boolean isRegistered(int number) throws SQLException {
    String newest =
        session.texts("SELECT id FROM node ORDER BY started_at DESC LIMIT 1").getFirst();
    if (ids.contains(newest)) {
      return false;
    }
    ids.set(number, newest);
    return true;
  }

  private void verify(Ledger ledger, Instant ordered) throws Exception {
    boolean settled =
        Polling.within(
            SETTLE,
            500,
            () -> session.number("SELECT count(*) FROM call_order WHERE ended_at IS NULL") == 0);
    violations.unless(settled, "not everything has ended within " + SETTLE);
    CampaignRecord.Shown shown = new Inventory(tenancy).shown(ledger);
    List<FeedEvent> events = new FeedReader(tenancy, 100).readAll();
    Path log = deployment.gateway.callLog();
    CampaignRecord record =
        new CampaignRecord(
            ledger, events, events, log == null ? null : PlacedCall.read(log), List.of(), shown);
    OrderChecks.check(record, violations);
    CallChecks.check(record, violations);
    FeedChecks.check(record, violations);
    record.orders().values().stream()
        .filter(order -> !lost.containsKey(order.path("id").asText()))
        .forEach(checks::kept);
    checks.neverTwoAtOnce(session);
    Duration pause = NodeLossChecks.longestPause(events, ordered);
    violations.unless(
        pause.compareTo(DIAL_PAUSE.multipliedBy(slack)) <= 0, "nothing was dialed for " + pause);
    ledger.faults().forEach(violations::add);
    deployment.endings().forEach(violations::add);
    print(record, pause);
  }

  private void print(CampaignRecord record, Duration pause) {
    BenchReport figures = new BenchReport("nodes");
    figures.add("rounds", rounds, "");
    figures.add("orders", record.orders().size(), "");
    figures.add("calls lost", lost.size(), "");
    figures.add("longest end of a lost call", longestEnd.toMillis() / MILLIS, "s");
    figures.add("longest pause of dialing", pause.toMillis() / MILLIS, "s");
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }
}
