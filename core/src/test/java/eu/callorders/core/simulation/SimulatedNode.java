package eu.callorders.core.simulation;

import java.util.List;

/** One process of the service: its loops, which a crash ends and a freeze holds up. */
final class SimulatedNode {
  private static final long IDLE_SESSION = 10_000;

  private static final long SLOW = 6_000;

  private final String name;
  private final VirtualScheduler world;
  private final SimulatedStore store;
  private final Gateway gateway;
  private int life;
  private boolean up;
  private long frozenUntil;
  private List<Loop> loops = List.of();
  private InboxLoop inbox;

  SimulatedNode(String name, SimulatedStore store, Gateway gateway) {
    this.name = name;
    this.world = store.world;
    this.store = store;
    this.gateway = gateway;
    store.afterCommit(this::lookAround);
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
    lookAround();
  }

  /** Whatever waits for a tenant looks at its clock again. */
  void clockMoved() {
    lookAround();
  }

  /** What others have committed is seen after a while. */
  private void lookAround() {
    if (up) {
      loops.forEach(loop -> loop.wake(world.random.nextInt(Loop.LOOK_AROUND)));
    }
  }

  void crash(long outage) {
    if (!up) {
      return;
    }
    world.tell(name, "crashes for " + outage + " ms");
    up = false;
    life++;
    frozenUntil = 0;
    store.abandon(this);
    world.after(outage, this::start);
  }

  void freeze(long millis) {
    world.tell(name, "freezes for " + millis + " ms");
    frozenUntil = world.now().toEpochMilli() + millis;
    if (millis > IDLE_SESSION) {
      world.after(IDLE_SESSION, () -> store.endIdle(this));
    }
  }

  /** How long a step takes: mostly a part of {@code most}, at times seconds. */
  long step(long most) {
    boolean faulty = world.now().isBefore(store.faults.until());
    return faulty && world.chance(store.faults.slow()) ? world.between(0, SLOW) : world.soon(most);
  }

  /** Goes on a little later, unless the node has crashed by then; a frozen one goes on late. */
  void after(long millis, Runnable work) {
    int born = life;
    world.after(millis, () -> run(born, work));
  }

  private void run(int born, Runnable work) {
    if (!up || born != life) {
      return;
    }
    long left = frozenUntil - world.now().toEpochMilli();
    if (left > 0) {
      world.after(left, () -> run(born, work));
    } else {
      work.run();
    }
  }
}
