package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.QueryResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostAttemptPolicyTest {
  private static final Instant NOT_AFTER = Instant.parse("2026-11-17T10:00:00Z");
  private static final QueryResult NOT_FOUND = new QueryResult.NotFound();
  private static final QueryResult UNAVAILABLE = new QueryResult.Unavailable("away");
  private static final QueryResult FOUND = new QueryResult.Found("g1", List.of());

  @Test
  void unknownCallIsNotLostWhileItMayStillStart() {
    assertThat(lost(NOT_FOUND, Duration.ofSeconds(-1))).isFalse();
    assertThat(lost(NOT_FOUND, Duration.ZERO)).isFalse();
  }

  @Test
  void unknownCallIsLostAfterItsLatestStart() {
    assertThat(lost(NOT_FOUND, Duration.ofSeconds(6))).isTrue();
  }

  @Test
  void silentGatewayIsWaitedForUntilTheLongestCallIsOver() {
    Duration longest = AttemptTimeouts.RING_TIMEOUT.plus(AttemptTimeouts.MAX_DURATION);

    assertThat(lost(UNAVAILABLE, longest)).isFalse();
    assertThat(lost(UNAVAILABLE, longest.plusMinutes(1))).isTrue();
  }

  @Test
  void callThatTheGatewayKnowsIsLostLast() {
    assertThat(lost(FOUND, Duration.ofMinutes(31))).isFalse();
    assertThat(lost(FOUND, Duration.ofMinutes(33))).isTrue();
  }

  private static boolean lost(QueryResult result, Duration delay) {
    return LostAttemptPolicy.isLost(result, NOT_AFTER.plus(delay), NOT_AFTER);
  }
}
