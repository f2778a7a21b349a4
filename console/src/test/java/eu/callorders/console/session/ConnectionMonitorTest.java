package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on a simulated clock: checks, pauses and probes take their time on it. */
class ConnectionMonitorTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration ROUND_TRIP = Duration.ofMillis(30);

  @AutoClose
  private final BackgroundExecutor background = new BackgroundExecutor(new DirectExecutor());

  private final List<Duration> unansweredProbes = new ArrayList<>();
  private final List<Duration> answeredProbes = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private Duration frozenAt = NEVER;
  private Duration respondedAt = Duration.ZERO;
  private Duration pollInterval = NEVER;

  private final ConnectionMonitor monitor =
      new ConnectionMonitor(background, () -> now.minus(respondedAt()), this::probe);

  /** The latest response to the feed or to a probe. */
  private Duration respondedAt() {
    Duration end = now.compareTo(frozenAt) < 0 ? now : frozenAt;
    Duration polled = pollInterval.multipliedBy(end.dividedBy(pollInterval));
    return polled.compareTo(respondedAt) > 0 ? polled : respondedAt;
  }

  private void probe(Duration timeout) {
    if (now.compareTo(frozenAt) < 0) {
      now = now.plus(ROUND_TRIP);
      respondedAt = now;
      answeredProbes.add(now);
    } else {
      now = now.plus(timeout);
      unansweredProbes.add(now);
    }
  }

  private void runUntil(Duration end) throws InterruptedException {
    while (now.compareTo(end) < 0) {
      now = now.plus(monitor.check());
    }
  }

  /** Whenever the service freezes, with and without a feed that is read. */
  @ParameterizedTest
  @ValueSource(longs = {250, 1000, 86_400_000})
  void reportsAFrozenServiceWithinFiveSeconds(long pollMillis) throws InterruptedException {
    for (int millis = 20_000; millis < 24_000; millis += 7) {
      now = Duration.ZERO;
      respondedAt = Duration.ZERO;
      unansweredProbes.clear();
      pollInterval = Duration.ofMillis(pollMillis);
      frozenAt = Duration.ofMillis(millis);
      runUntil(frozenAt.plus(LIMIT));
      assertThat(unansweredProbes).as("frozen at %s", frozenAt).isNotEmpty();
      assertThat(unansweredProbes.getFirst().minus(frozenAt)).isPositive().isLessThan(LIMIT);
    }
  }

  @Test
  void noticesTheReturnWithinFiveSeconds() throws InterruptedException {
    frozenAt = Duration.ofSeconds(20);
    runUntil(Duration.ofMinutes(1));
    Duration thawedAt = now;
    frozenAt = NEVER;
    answeredProbes.clear();
    runUntil(now.plus(LIMIT));
    assertThat(answeredProbes.getFirst().minus(thawedAt)).isLessThan(LIMIT);
  }

  @Test
  void sendsNoProbeWhileTheFeedIsRead() throws InterruptedException {
    pollInterval = Duration.ofSeconds(1);
    runUntil(Duration.ofHours(1));
    assertThat(answeredProbes).isEmpty();
  }

  @Test
  void probesAnIdleConnectionAboutOnceASecond() throws InterruptedException {
    runUntil(Duration.ofMinutes(1));
    assertThat(answeredProbes).hasSizeBetween(40, 60);
  }
}
