package eu.callorders.server.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AdvanceWaitPolicyTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final UUID FIRST = new UUID(0, 1);
  private static final UUID SECOND = new UUID(0, 2);

  private static final Set<UUID> NONE = Set.of();
  private static final Set<UUID> REPORT = Set.of(FIRST);

  private final AdvanceWaitPolicy policy = new AdvanceWaitPolicy(START);

  @Test
  void doesNotWaitWithoutWork() {
    assertThat(mustWait(work(false, null, NONE), Duration.ZERO)).isFalse();
  }

  @Test
  void waitsForActiveCallsUpToTheirTimeout() {
    assertThat(mustWait(work(true, null, NONE), Duration.ofMinutes(35))).isTrue();
    assertThat(mustWait(work(true, null, NONE), Duration.ofMinutes(41))).isFalse();
  }

  @Test
  void waitsForAProgressingQueue() {
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(0))).isTrue();
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(14))).isTrue();
    assertThat(mustWait(work(false, SECOND, NONE), Duration.ofSeconds(20))).isTrue();
    assertThat(mustWait(work(false, SECOND, NONE), Duration.ofSeconds(34))).isTrue();
  }

  @Test
  void doesNotWaitForABlockedQueue() {
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(0))).isTrue();
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(16))).isFalse();
  }

  @Test
  void queueCountsAsProgressingDuringCalls() {
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(0))).isTrue();
    assertThat(mustWait(work(true, FIRST, NONE), Duration.ofSeconds(60))).isTrue();
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(61))).isTrue();
  }

  @Test
  void waitsBrieflyForReports() {
    assertThat(mustWait(work(true, null, NONE), Duration.ofSeconds(60))).isTrue();
    assertThat(mustWait(work(false, null, REPORT), Duration.ofSeconds(61))).isTrue();
    assertThat(mustWait(work(false, null, REPORT), Duration.ofSeconds(62))).isTrue();
    assertThat(mustWait(work(false, null, REPORT), Duration.ofSeconds(64))).isFalse();
  }

  @Test
  void waitsForALateReportOnce() {
    assertThat(mustWait(work(false, null, REPORT), Duration.ZERO)).isTrue();
    assertThat(mustWait(work(false, null, REPORT), Duration.ofSeconds(3))).isFalse();

    policy.nextInstant(START.plusSeconds(3));

    assertThat(mustWait(work(false, null, REPORT), Duration.ofSeconds(3))).isFalse();
    assertThat(mustWait(work(false, null, Set.of(FIRST, SECOND)), Duration.ofSeconds(4))).isTrue();
  }

  @Test
  void restartsAtEachInstant() {
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ZERO)).isTrue();
    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(16))).isFalse();

    policy.nextInstant(START.plusSeconds(16));

    assertThat(mustWait(work(false, FIRST, NONE), Duration.ofSeconds(17))).isTrue();
  }

  private boolean mustWait(DueWorkStore.DueWork work, Duration after) {
    return policy.mustWait(work, START.plus(after));
  }

  private static DueWorkStore.DueWork work(boolean running, UUID next, Set<UUID> unreported) {
    return new DueWorkStore.DueWork(running, next, unreported);
  }
}
