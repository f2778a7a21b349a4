package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.server.http.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
  private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
  private static final Duration ROUND_TRIP = Duration.ofMillis(2);

  @AutoClose private final LogLines log = LogLines.of(DatabaseClock.class.getName());
  private final AtomicReference<Instant> wall = new AtomicReference<>(START);
  private long nanos = Long.MAX_VALUE - 1; // it may overflow
  private final DatabaseClock clock = new DatabaseClock(wall::get, () -> nanos);

  @Test
  void showsTheWallClockWhileTheAnswersAllowIt() {
    answer(START.plusMillis(1));
    assertThat(clock.instant()).isEqualTo(START.plus(ROUND_TRIP));

    pass(Duration.ofHours(1));
    answer(START.plus(Duration.ofHours(1)).plusMillis(4));

    assertThat(clock.instant())
        .isEqualTo(START.plus(Duration.ofHours(1)).plus(ROUND_TRIP.multipliedBy(2)));
    assertThat(log.texts()).isEmpty();
  }

  @Test
  void ignoresChangesOfTheWallClock() {
    answer(START.plusMillis(1));
    pass(Duration.ofMinutes(1));
    Instant before = clock.instant();

    wall.set(START.minus(Duration.ofDays(1)));

    assertThat(clock.instant()).isEqualTo(before);
    assertThat(clock.wallClockDeviation()).isCloseTo(-86_460, within(0.01));
    wall.set(before.plusSeconds(3_600));
    assertThat(clock.wallClockDeviation()).isCloseTo(3_600, within(0.01));
  }

  /** The node's clock is wrong at its start. */
  @Test
  void takesTheDatabaseTimeFromTheFirstAnswer() {
    Instant database = START.plus(Duration.ofDays(1));

    answer(database);

    assertThat(clock.instant()).isBetween(database, database.plus(ROUND_TRIP));
    assertThat(log.texts()).isEmpty();
  }

  @Test
  void correctsSmallDifferencesSlowlyAndForwards() {
    answer(START.plusMillis(1));
    Instant before = clock.instant();

    answer(before.minusMillis(100));

    assertThat(clock.instant()).isEqualTo(before.plus(ROUND_TRIP));
    pass(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(before.plus(ROUND_TRIP).plusMillis(4_950));
    pass(Duration.ofSeconds(95));
    assertThat(clock.instant())
        .isEqualTo(
            before.minusMillis(100).plusSeconds(100).plus(ROUND_TRIP).plus(1, ChronoUnit.MICROS));
    assertThat(log.texts()).isEmpty();
  }

  @Test
  void followsJumpsOfTheDatabaseAtOnce() {
    answer(START.plusMillis(1));

    answer(START.plus(Duration.ofHours(1)));
    Instant forward = clock.instant();
    answer(START.minus(Duration.ofHours(1)));

    assertThat(forward)
        .isBetween(
            START.plus(Duration.ofHours(1)), START.plus(Duration.ofHours(1)).plus(ROUND_TRIP));
    assertThat(clock.instant()).isBefore(START);
    assertThat(log.texts())
        .hasSize(2)
        .allMatch(line -> line.contains("the database's clock has jumped"));
  }

  /** The event loop was busy, or a network slow. */
  @Test
  void slowAnswersChangeNothingThatTheyAllow() {
    answer(START.plusMillis(1));
    Instant before = clock.instant();
    long asked = nanos;
    pass(Duration.ofSeconds(20));

    clock.correct(new ServerAnswer(asked, nanos, before.plusSeconds(1), 1));
    clock.correct(new ServerAnswer(asked, nanos, before.plusSeconds(19), 1));

    pass(Duration.ofSeconds(20));
    assertThat(clock.instant()).isEqualTo(before.plusSeconds(40));
  }

  /** An answer of the database with this time, after a round trip. */
  private void answer(Instant database) {
    long asked = nanos;
    pass(ROUND_TRIP);
    clock.correct(new ServerAnswer(asked, nanos, database, 1));
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
