package eu.callorders.bench.faults;

import static java.util.stream.Collectors.toUnmodifiableSet;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Http;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.CampaignRecord;
import eu.callorders.bench.crash.CampaignSequence;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.FeedEvent;
import eu.callorders.bench.crash.Inventory;
import eu.callorders.bench.crash.Ledger;
import eu.callorders.bench.crash.OrderMix;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.SignalMix;
import eu.callorders.bench.crash.Violations;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/** One deployment that is stopped for some days, which SQL puts between its rows and now. */
final class DaysRound {
  private static final int CALLS_AT_ONCE = 5;

  /** Two nodes place as many calls each, which overtake each other. */
  private static final int OVERTAKEN = 2 * CALLS_AT_ONCE;

  private static final int CALLED = 20;
  private static final int LATER = 80;
  private static final int EXPIRING = 20;
  private static final int SIGNALS = 40;
  private static final int REPEATED = 10;

  /** An order expires 30 days after its first instant: some are to be dialed after 40 days too. */
  private static final int LONGEST_OVERDUE_DAYS = 20;

  private static final Duration CLOCK = Duration.ofMinutes(1);
  private static final Duration QUIET = Duration.ofMinutes(3);
  private static final Duration STOP = Duration.ofSeconds(60);
  private static final Duration CAUGHT_UP = Duration.ofMinutes(5);
  private static final Duration MAINTAINED = Duration.ofSeconds(60);
  private static final Duration SETTLE = Duration.ofMinutes(10);

  private final Deployment deployment;
  private final int days;
  private final int slack;
  private final SplittableRandom random;
  private final Violations violations;
  private final CatchUpChecks checks;
  private final CampaignTenant tenancy;
  private Instant started = Instant.MIN;
  private Duration ready = Duration.ZERO;
  private Duration caughtUp = Duration.ZERO;
  private int due;
  private int expired;
  private int mostAtOnce;

  DaysRound(
      Deployment deployment, int days, int slack, SplittableRandom random, Violations violations)
      throws InterruptedException {
    this.deployment = deployment;
    this.days = days;
    this.slack = slack;
    this.random = random;
    this.violations = violations;
    this.checks = new CatchUpChecks(violations);
    this.tenancy = new CampaignTenant(deployment, 1000, CALLS_AT_ONCE);
  }

  void run() throws Exception {
    Polling.until(CLOCK, 50, "the clock has not arrived", tenancy::clockReady);
    deployment.webhooks.register(tenancy); // first: it gets every event
    CampaignSequence.createAll(tenancy);
    try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"));
        SqlSession session = deployment.postgres().connect()) {
      AgedFeed feed = new AgedFeed(tenancy, deployment.webhooks, days);
      order(ledger);
      awaitQuiet(session);
      deployment.webhooks.refuse(true);
      orderLater(ledger);
      feed.readBefore(session);
      stop();
      StoppedWork work = age(session);
      long old = StoppedWork.expiredRows(session);
      deployment.webhooks.refuse(false);
      catchUp(session, ledger);
      checkKept(session, old);
      checkPartitions(session);
      checkDials(ledger, work);
      checkEnd(ledger, work, feed);
      checkKept(session, old);
      checkResumed(session);
      deployment.endings().forEach(violations::add);
    }
  }

  /** Orders that are called at once, and persons who wait in sequences. */
  private void order(Ledger ledger) throws InterruptedException {
    Instant now = tenancy.now();
    for (int number = 0; number < CALLED; number++) {
      send(ledger, OrderMix.planned("called-" + number, number, now));
    }
    SignalMix mix = new SignalMix("days", random.split());
    for (int number = 0; number < SIGNALS; number++) {
      SignalMix.Keyed signal = mix.trigger();
      Ledger.SignalEntry entry = ledger.intend(signal);
      ledger.answered(entry, tenancy.insist("POST", "/v1/signals", signal.body()), "balancer");
    }
  }

  /** Orders in no order of their time; some of them expire while the service is stopped. */
  private void orderLater(Ledger ledger) throws InterruptedException {
    Instant now = tenancy.now().truncatedTo(ChronoUnit.MILLIS);
    Instant first =
        now.plus(Duration.ofDays(Math.max(0, days - LONGEST_OVERDUE_DAYS))).plusSeconds(1_800);
    List<OrderMix.Keyed> orders = new ArrayList<>();
    for (int number = 0; number < LATER; number++) {
      Instant at = first.plusSeconds(20L * number);
      orders.add(OrderMix.planned("later-" + number, CALLED + number, at));
    }
    for (int number = 0; number < EXPIRING; number++) {
      Instant at = now.plusSeconds(1_200);
      orders.add(
          OrderMix.expiring(
              "expiring-" + number, CALLED + LATER + number, at, at.plusSeconds(1_800)));
    }
    Collections.shuffle(orders, new Random(random.nextLong()));
    for (OrderMix.Keyed order : orders) {
      send(ledger, order);
    }
  }

  private void send(Ledger ledger, OrderMix.Keyed order) throws InterruptedException {
    send(ledger, ledger.intend(order));
  }

  private void send(Ledger ledger, Ledger.Entry entry) throws InterruptedException {
    Http.Answer answer =
        tenancy.insist("POST", "/v1/call-orders", entry.order.body(), entry.order.key());
    ledger.answered(entry, answer, "balancer");
  }

  private static void awaitQuiet(SqlSession session) throws Exception {
    Polling.until(QUIET, 200, "calls have not ended", () -> StoppedWork.isCaughtUp(session));
  }

  private void stop() throws InterruptedException {
    for (ServiceNode node : deployment.nodes) {
      node.stop(STOP);
    }
  }

  private StoppedWork age(SqlSession session) throws Exception {
    try (AgedData data = AgedData.of(deployment.postgres(), days)) {
      data.move();
    }
    StoppedWork work = StoppedWork.read(session);
    due = work.due().size();
    expired = work.expired().size();
    violations.unless(due > 0 && expired > 0, "nothing was due after %d days".formatted(days));
    System.out.printf("stopped for %d days: %d orders due, %d expired%n", days, due, expired);
    return work;
  }

  private void catchUp(SqlSession session, Ledger ledger) throws Exception {
    started = Instant.now();
    long began = System.nanoTime();
    for (ServiceNode node : deployment.nodes) {
      node.start();
    }
    for (ServiceNode node : deployment.nodes) {
      node.awaitReady();
    }
    ready = Duration.ofNanos(System.nanoTime() - began);
    for (Ledger.Entry entry : ledger.entries().stream().limit(REPEATED).toList()) {
      send(ledger, entry); // its key still names the order
    }
    boolean done =
        Polling.within(CAUGHT_UP.multipliedBy(slack), 200, () -> StoppedWork.isCaughtUp(session));
    caughtUp = Duration.ofNanos(System.nanoTime() - began);
    violations.unless(done, "after %d days work is left after %s".formatted(days, caughtUp));
  }

  /** Rows that are too old are all there until an operator resumes maintenance. */
  private void checkKept(SqlSession session, long old) throws Exception {
    violations.unless(
        tenancy.maintenanceHeld(), "deletion is not held after %d days".formatted(days));
    long kept = StoppedWork.expiredRows(session);
    violations.unless(
        old > 0 && kept == old,
        "%d of %d rows that are too old are left without `maintenance resume`"
            .formatted(kept, old));
  }

  private void checkPartitions(SqlSession session) throws Exception {
    Polling.within(
        MAINTAINED.multipliedBy(slack),
        200,
        () -> StoppedWork.missingPartitions(session).isEmpty());
    violations.unless(
        StoppedWork.missingPartitions(session).isEmpty(),
        "no partitions " + StoppedWork.missingPartitions(session));
    long strays = StoppedWork.strays(session);
    violations.unless(
        strays == 0, "%d events and deliveries are in a default partition".formatted(strays));
  }

  /** Orders of sequences are left out of the order of dials: some wait for each other's phone. */
  private void checkDials(Ledger ledger, StoppedWork work) throws IOException {
    List<PlacedCall> calls = calls();
    List<PlacedCall> since =
        calls.stream().filter(call -> call.placedAt().isAfter(started)).toList();
    Set<String> ordered =
        ledger.entries().stream().flatMap(entry -> entry.ids.stream()).collect(toUnmodifiableSet());
    Map<String, Instant> due = new HashMap<>(work.due());
    due.keySet().retainAll(ordered);
    checks.oldestFirst(due, since, OVERTAKEN);
    mostAtOnce = checks.atMostAtOnce(calls, CALLS_AT_ONCE);
    for (PlacedCall call : since) {
      violations.unless(
          !work.expired().contains(call.orderId()),
          "order %s had expired and was called".formatted(call.orderId()));
    }
  }

  private List<PlacedCall> calls() throws IOException {
    return PlacedCall.read(Objects.requireNonNull(deployment.gateway.callLog()));
  }

  /** Sends the clock ahead until all has ended, and compares what everyone knows. */
  private void checkEnd(Ledger ledger, StoppedWork work, AgedFeed feed) throws Exception {
    Inventory inventory = new Inventory(tenancy);
    violations.unless(inventory.settle(SETTLE), "not everything has ended within " + SETTLE);
    List<FeedEvent> followed = feed.followed();
    feed.checkWebhooks(followed, MAINTAINED.multipliedBy(slack), violations);
    CampaignRecord record =
        new CampaignRecord(
            ledger, followed, feed.reread(followed), calls(), List.of(), inventory.shown(ledger));
    record.check(violations);
    for (String id : work.expired()) {
      String status =
          record.orders().getOrDefault(id, MissingNode.getInstance()).path("status").asText();
      violations.unless(status.equals("expired"), "order %s is %s".formatted(id, status));
    }
  }

  private void checkResumed(SqlSession session) throws Exception {
    tenancy.resumeMaintenance();
    boolean deleted =
        Polling.within(
            MAINTAINED.multipliedBy(slack), 200, () -> StoppedWork.expiredRows(session) == 0);
    violations.unless(
        deleted,
        "%d rows that are too old are left after `maintenance resume`"
            .formatted(StoppedWork.expiredRows(session)));
  }

  void report(BenchReport figures) {
    String after = " after %d days".formatted(days);
    figures.add("orders due" + after, due, "");
    figures.add("orders expired" + after, expired, "");
    figures.add("ready" + after, ready.toMillis() / 1000.0, "s");
    figures.add("caught up" + after, caughtUp.toMillis() / 1000.0, "s");
    figures.add("most calls at once" + after, mostAtOnce, "");
  }
}
