package eu.callorders.server.worker;

import static eu.callorders.server.worker.WorkLoopFixture.FOREVER;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.ReportedElsewhere;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The failures, the rounds and their time that a loop reports. */
@Tag("long")
class WorkLoopActivityTest {
  @AutoClose private final WorkLoopFixture fixture = new WorkLoopFixture();

  @Test
  void countsAsFailingUntilARoundSucceeds() {
    AtomicBoolean fails = new AtomicBoolean(true);
    fixture.deploy(
        () -> {
          if (fails.get()) {
            throw new IllegalStateException("for the test");
          }
          return FOREVER;
        });

    Await.until("it is failing", () -> !failing().isZero());
    fails.set(false);
    Await.until("it works again", () -> failing().isZero());
  }

  @Test
  void ignoresFailuresReportedElsewhere() throws Exception {
    fixture.deploy(
        () -> {
          throw new IllegalStateException(new Away());
        });

    fixture.awaitRounds(3);

    assertThat(failing()).isZero();
  }

  /** Without a pause the loop would occupy a processor. */
  @Test
  void countsAsFailingWhilePausesFail() {
    Duration tooLong = Duration.ofSeconds(Long.MAX_VALUE);
    List<Long> starts = new CopyOnWriteArrayList<>();
    fixture.deploy(
        () -> {
          starts.add(System.nanoTime());
          return tooLong;
        });

    Await.until("four rounds have started", () -> starts.size() >= 4);

    assertThat(failing()).isPositive();
    assertThat(Duration.ofNanos(starts.get(3) - starts.get(0)))
        .isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void countsRoundsAndTheirTimeWithoutPauses() {
    Duration work = Duration.ofMillis(20);
    long begin = System.nanoTime();
    fixture.deploy(
        () -> {
          BoundedWait.completes(Promise.promise().future(), work);
          if (fixture.rounds.get() == 1) { // the loop pauses for half a second
            throw new IllegalStateException("for the test");
          }
          return fixture.rounds.get() < 3 ? Duration.ZERO : FOREVER;
        });

    Await.until("three rounds have ended", () -> fixture.activity().rounds() == 3);

    Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(fixture.activity().failedRounds()).isEqualTo(1);
    assertThat(fixture.activity().timeInRounds())
        .isBetween(work.multipliedBy(3), elapsed.minus(Duration.ofMillis(500)));
  }

  private Duration failing() {
    return fixture.activity().failingFor(System.nanoTime());
  }

  private static final class Away extends RuntimeException implements ReportedElsewhere {
    private static final long serialVersionUID = 1L;
  }
}
