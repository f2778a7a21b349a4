package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegistrationScheduleTest {
  private final RegistrationSchedule schedule =
      new RegistrationSchedule(CallTimes.DEFAULT.registration());

  @Test
  void holdsAsLongAsTheRegistrarGrants() {
    assertThat(schedule.accepted(120)).isEqualTo(Duration.ofSeconds(120));
    assertThat(schedule.accepted(null)).isEqualTo(Duration.ofSeconds(600));
  }

  @Test
  void waitsLongerAfterEachFailureUpToHalfAnHour() {
    List<Long> waits =
        IntStream.range(0, 8)
            .mapToObj(i -> schedule.failed(503).orElseThrow().toSeconds())
            .toList();
    assertThat(waits).containsExactly(30L, 60L, 120L, 240L, 480L, 960L, 1800L, 1800L);

    schedule.accepted(600);
    assertThat(schedule.failed(null)).contains(Duration.ofSeconds(30));
  }

  @Test
  void forbiddenAccountIsNotTriedAgain() {
    assertThat(schedule.failed(403)).isEmpty();
    assertThat(schedule.failed(401)).isPresent();
  }

  @Test
  void requestsTheLongerTimeThatTheRegistrarRequires() {
    assertThat(schedule.seconds()).isEqualTo(600);
    assertThat(schedule.isTooBrief(423, null)).isFalse();
    assertThat(schedule.isTooBrief(423, 600)).isFalse();
    assertThat(schedule.isTooBrief(500, 1800)).isFalse();
    assertThat(schedule.isTooBrief(423, 1800)).isTrue();
    assertThat(schedule.seconds()).isEqualTo(1800);
    assertThat(schedule.isTooBrief(423, 1800)).isFalse(); // a registrar that never has enough
  }
}
