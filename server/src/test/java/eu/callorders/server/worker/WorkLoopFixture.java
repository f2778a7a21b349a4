package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.concurrent.LoopActivity;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A loop {@code work} of one test, with its rounds counted. */
final class WorkLoopFixture implements AutoCloseable {
  static final Duration FOREVER = Duration.ofDays(1);

  final Vertx vertx = Vertx.vertx();

  /** The number of rounds that have begun. */
  final AtomicInteger rounds = new AtomicInteger();

  private final Semaphore begun = new Semaphore(0);

  /** Returns the deployment of the loop. */
  String deploy(WorkLoop.LoopTask work) {
    return deploy(Duration.ZERO, work);
  }

  String deploy(Duration rest, WorkLoop.LoopTask work) {
    return deploy(vertx, rest, work);
  }

  String deploy(Vertx target, Duration rest, WorkLoop.LoopTask work) {
    return WorkLoop.start(
            target,
            "work",
            rest,
            () -> {
              rounds.incrementAndGet();
              begun.release();
              return work.runOnce();
            })
        .deployment();
  }

  /** Waits for this many further rounds. */
  void awaitRounds(int count) throws InterruptedException {
    assertThat(begun.tryAcquire(count, 1, TimeUnit.MINUTES)).isTrue();
  }

  LoopActivity activity() {
    return Loops.of(vertx).getFirst();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
