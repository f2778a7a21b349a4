package eu.callorders.bench.siege;

import eu.callorders.bench.siege.SiegeTenant.Call;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Sends an attack at the full permitted rate: the burst at once, then the sustained rate. */
final class Flood implements AutoCloseable {
  private static final int BURST = 100;
  private static final int PER_SECOND = 50;
  private static final int MOST_UNDER_WAY = 400;
  private static final int LONGEST_ANSWER_SECONDS = 60;

  private final SiegeTenant tenant;
  private final Attacks.Attack attack;
  private final AtomicInteger number;
  final Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
  private final Semaphore room = new Semaphore(MOST_UNDER_WAY);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** Begins at once; the number is that of the last request over all attacks. */
  Flood(SiegeTenant tenant, Attacks.Attack attack, AtomicInteger number) {
    this.tenant = tenant;
    this.attack = attack;
    this.number = number;
    // Built before the clock starts: an attacker's machine is not that of the service.
    List<Call> burst = Stream.generate(this::next).limit(BURST).toList();
    timer.execute(() -> burst.forEach(this::send));
    var _ =
        timer.scheduleAtFixedRate(
            () -> send(next()), 0, 1_000_000L / PER_SECOND, TimeUnit.MICROSECONDS);
  }

  private Call next() {
    return attack.call().apply(number.incrementAndGet());
  }

  private void send(Call call) {
    if (room.tryAcquire()) {
      var _ =
          tenant
              .sendForStatus(call)
              .thenAccept(status -> statuses.merge(status, 1, Integer::sum))
              .whenComplete((done, failure) -> room.release());
    }
  }

  /** Waits for what is under way, so that the next attack finds a quiet service. */
  @Override
  public void close() {
    timer.shutdownNow();
    try {
      if (!room.tryAcquire(MOST_UNDER_WAY, LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(attack.name() + ": requests without an answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
