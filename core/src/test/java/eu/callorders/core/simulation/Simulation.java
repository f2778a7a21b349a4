package eu.callorders.core.simulation;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.order.OrderState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Thirty days of two nodes and two tenants with random faults, all derived from one seed. */
final class Simulation {
  static final Duration LENGTH = Duration.ofDays(30);
  private static final Duration FAULT_FREE = Duration.ofDays(1);
  private static final Instant YEAR = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("America/Santiago"),
          ZoneId.of("Africa/Casablanca"),
          ZoneId.of("Asia/Kathmandu"));

  private final long seed;
  private final VirtualScheduler world;
  private final Faults faults;
  private final Invariants invariants;
  private final SimulatedStore store;
  private final Gateway gateway;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<SimTenant> tenants = new ArrayList<>();
  private final List<Subject> subjects = new ArrayList<>();

  Simulation(long seed, boolean aloud) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    ZoneId home = ZONES.get(random.nextInt(ZONES.size()));
    Instant start = start(random, home);
    world = new VirtualScheduler(random, start, new Trace(aloud));
    faults = Faults.of(random, start.plus(LENGTH).minus(FAULT_FREE));
    invariants = new Invariants(world);
    store = new SimulatedStore(world, faults, invariants);
    gateway = new Gateway(store);
    invariants.watch(gateway);
    createSubjects(home);
  }

  /**
   * The statistics of a run.
   *
   * @param hash of the whole trace
   */
  record Report(long hash, long lines, int steps, int dials, Map<SummaryCode, Integer> results) {}

  /** Half of the runs include a change of the clock; the others start at any time of a year. */
  private static Instant start(SplittableRandom random, ZoneId home) {
    Instant any = YEAR.plusMillis(random.nextLong(Duration.ofDays(365).toMillis()));
    ZoneOffsetTransition change = home.getRules().nextTransition(any);
    return change == null || random.nextBoolean()
        ? any
        : change.getInstant().minusMillis(random.nextLong(Duration.ofDays(28).toMillis()));
  }

  private void createSubjects(ZoneId home) {
    for (String name : List.of("t1", "t2")) {
      SimTenant tenant =
          new SimTenant(
              name,
              tenants.isEmpty() ? home : ZONES.get(world.random.nextInt(ZONES.size())),
              (int) world.between(1, 3),
              (int) world.between(2, 12),
              (int) world.between(1, 3));
      tenants.add(tenant);
      for (int count = 1 + world.random.nextInt(4); count > 0; count--) {
        subjects.add(person(tenant, name + "p" + count));
      }
    }
  }

  /** Some share a phone with another subject. */
  private Subject person(SimTenant tenant, String name) {
    ZoneId zone =
        world.random.nextInt(3) == 0 ? ZONES.get(world.random.nextInt(ZONES.size())) : tenant.zone;
    List<PhoneNumber> phones = new ArrayList<>(List.of(new PhoneNumber("+49" + name)));
    if (world.random.nextBoolean()) {
      phones.add(new PhoneNumber("+49shared"));
    }
    if (world.random.nextInt(3) == 0) {
      phones.add(new PhoneNumber("+49more" + name));
    }
    Collections.swap(phones, 0, world.random.nextInt(phones.size()));
    return new Subject(tenant, name, zone, phones);
  }

  Report run() {
    try {
      simulate();
    } catch (Violation failure) {
      throw failed(failure, failure.about());
    } catch (RuntimeException failure) {
      throw failed(failure, "");
    }
    Map<SummaryCode, Integer> results = new EnumMap<>(SummaryCode.class);
    store
        .all()
        .forEach(
            order -> {
              if (order.state() instanceof OrderState.Ended(var _, var result)) {
                results.merge(result.summaryCode(), 1, Integer::sum);
              }
            });
    return new Report(
        world.trace.hash(), world.trace.lines(), world.steps(), invariants.dials.dials(), results);
  }

  private AssertionError failed(RuntimeException failure, String about) {
    return new AssertionError(
        "seed %d, step %d, %s: %s%n  %s"
            .formatted(seed, world.steps(), world.now(), failure, world.trace.lastLines(about)),
        failure);
  }

  private void simulate() {
    for (String name : List.of("n1", "n2")) {
      nodes.add(new SimulatedNode(name, store, gateway));
    }
    gateway.sendEventsTo(nodes);
    nodes.forEach(SimulatedNode::start);
    scheduleFaults();
    scheduleClockChanges();
    new Client(world, store, nodes, new RandomRequests(world), subjects)
        .actUntil(faults.until().minus(FAULT_FREE));
    world.runUntil(world.start().plus(LENGTH));
    invariants.attempts.atEnd(store);
  }

  private void scheduleFaults() {
    for (SimulatedNode node : nodes) {
      faults.recurring(world, faults.crashes(), () -> node.crash(world.soon(600_000)));
      faults.recurring(world, faults.freezes(), () -> node.freeze(world.soon(600_000)));
    }
    faults.recurring(world, faults.databaseOutages(), () -> store.startOutage(world.soon(600_000)));
    faults.recurring(world, faults.gatewayOutages(), () -> gateway.goDown(world.soon(900_000)));
    faults.recurring(world, faults.gatewayRestarts(), gateway::restart);
    faults.recurring(
        world, faults.capacityCrunches(), () -> gateway.fillUp(world.soon(86_400_000)));
  }

  /** Tenants' clocks jump ahead, by an hour to a week, and tenants are halted for a while. */
  private void scheduleClockChanges() {
    for (SimTenant tenant : tenants) {
      double jumps = world.random.nextInt(3) == 0 ? 0.3 : 0;
      faults.recurring(world, jumps, () -> jump(tenant));
      faults.recurring(world, 0.1, () -> halt(tenant));
    }
  }

  private void jump(SimTenant tenant) {
    Duration by = world.upTo(Duration.ofHours(world.anyOf(1, 12, 30, 170)));
    world.trace(tenant.name, "clock jumps by " + by);
    tenant.clockOffset = tenant.clockOffset.plus(by);
    nodes.forEach(SimulatedNode::clockChanged);
  }

  private void halt(SimTenant tenant) {
    world.trace(tenant.name, "is halted");
    tenant.halted = true;
    world.after(
        world.between(0, Duration.ofHours(12).toMillis()),
        () -> {
          tenant.halted = false;
          nodes.forEach(SimulatedNode::clockChanged);
        });
  }
}
