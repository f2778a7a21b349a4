package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.recovery.Era;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LostSpansTest {
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
  private static final List<Era> ERAS =
      List.of(
          era(0, NOON, null),
          era(1, NOON.plus(Duration.ofHours(2)), NOON.plus(Duration.ofHours(1))),
          era(2, NOON.plus(Duration.ofHours(4)), NOON.plus(Duration.ofHours(4))));

  private static Era era(int number, Instant begunAt, @Nullable Instant knownUntil) {
    return new Era(number, new UUID(number, 0), begunAt, knownUntil, "test");
  }

  @Test
  void continuesAtTheFirstEraAfterTheLostOne() {
    assertThat(eraAfter(Duration.ofHours(1))).isEqualTo(1);
    assertThat(eraAfter(Duration.ofHours(3))).isEqualTo(2);
  }

  @Test
  void countsEraUpToTenMinutesBeforeTheCursorAsLater() {
    assertThat(eraAfter(Duration.ofHours(2).plusMinutes(9))).isEqualTo(1);
    assertThat(eraAfter(Duration.ofHours(2).plusMinutes(10))).isEqualTo(2);
  }

  @Test
  void continuesAtTheNewestEraWhenNoneIsLater() {
    assertThat(eraAfter(Duration.ofDays(1))).isEqualTo(2);
  }

  @Test
  void findsEventsOfLostSpansOnly() {
    Instant known = NOON.plus(Duration.ofHours(1));
    assertThat(LostSpans.rereadFrom(ERAS, known.minus(Duration.ofMinutes(11)))).isEmpty();
    assertThat(LostSpans.rereadFrom(ERAS, known.minus(Duration.ofMinutes(10))))
        .contains(known.minus(Duration.ofMinutes(20)));
    assertThat(LostSpans.rereadFrom(ERAS, NOON.plus(Duration.ofHours(2)).minusMillis(1)))
        .isPresent();
    assertThat(LostSpans.rereadFrom(ERAS, NOON.plus(Duration.ofHours(2)))).isEmpty();
  }

  @Test
  void witnessedRestartLostNothing() {
    Instant known = NOON.plus(Duration.ofHours(1));
    Era witnessed =
        new Era(1, new UUID(1, 0), known, known, "restart of the same server, witnessed");
    assertThat(LostSpans.rereadFrom(List.of(ERAS.get(0), witnessed), known.minusMillis(1)))
        .isEmpty();
    assertThat(
            LostSpans.rereadFrom(List.of(ERAS.get(0), era(1, known, known)), known.minusMillis(1)))
        .isPresent();
  }

  private static long eraAfter(Duration sinceNoon) {
    return LostSpans.afterLostEra(ERAS, NOON.plus(sinceNoon)).xid() >>> 48;
  }
}
