package eu.callorders.core.simulation;

import java.util.List;

/** One process of the service with its loops; it can crash and freeze. */
final class SimulatedNode {
  private static final long IDLE_SESSION = 10_000;

  private static final long SLOW = 6_000;

  private final String name;
  private final VirtualScheduler world;
  private final SimulatedStore store;
  private final Gateway gateway;
  private int incarnation;
  private boolean up;
  private long frozenUntil;
  private List<Loop> loops = List.of();
  private InboxLoop inbox;

  SimulatedNode(String name, SimulatedStore store, Gateway gateway) {
    this.name = name;
    this.world = store.world;
    this.store = store;
    this.gateway = gateway;
    store.afterCommit(this::wakeLoops);
  }

  String name() {
    return name;
  }

  VirtualScheduler world() {
    return world;
  }

  InboxLoop inbox() {
    return inbox;
  }

  boolean up() {
    return up;
  }

  void start() {
    up = true;
    DialerLoop dialer = new DialerLoop(this, store, gateway);
    inbox = new InboxLoop(this, store, dialer);
    loops =
        List.of(
            inbox,
            new PlannerLoop(this, store, dialer),
            dialer,
            new ReconcilerLoop(this, store, gateway, inbox));
    wakeLoops();
  }

  void clockChanged() {
    wakeLoops();
  }

  /** Commits of other nodes are noticed with a delay. */
  private void wakeLoops() {
    if (up) {
      loops.forEach(loop -> loop.wake(world.random.nextInt(Loop.POLL_MILLIS)));
    }
  }

  void crash(long outage) {
    if (!up) {
      return;
    }
    world.trace(name, "crashes for " + outage + " ms");
    up = false;
    incarnation++;
    frozenUntil = 0;
    store.abandon(this);
    world.after(outage, this::start);
  }

  void freeze(long millis) {
    world.trace(name, "freezes for " + millis + " ms");
    frozenUntil = world.now().toEpochMilli() + millis;
    if (millis > IDLE_SESSION) {
      world.after(IDLE_SESSION, () -> store.endIdle(this));
    }
  }

  /** The duration of a step: mostly a part of {@code max}, sometimes seconds. */
  long step(long max) {
    boolean faulty = world.now().isBefore(store.faults.until());
    return faulty && world.chance(store.faults.slow()) ? world.between(0, SLOW) : world.soon(max);
  }

  /** Continues later, unless the node crashes; a frozen node continues after it thaws. */
  void after(long millis, Runnable work) {
    int startedIn = incarnation;
    world.after(millis, () -> run(startedIn, work));
  }

  private void run(int startedIn, Runnable work) {
    if (!up || startedIn != incarnation) {
      return;
    }
    long left = frozenUntil - world.now().toEpochMilli();
    if (left > 0) {
      world.after(left, () -> run(startedIn, work));
    } else {
      work.run();
    }
  }
}
