package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TenantClockTest {
  private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");

  private Instant service = NOW;
  private Instant machine = NOW;
  private final TenantClock clock = new TenantClock(() -> service, () -> machine);

  private static JsonNode reading(Instant now) {
    return Json.object().put("now", now.toString()).put("status", "ready");
  }

  private static List<JsonNode> event(Instant occurredAt) {
    return List.of(Json.object().put("occurred_at", occurredAt.toString()));
  }

  @Test
  void isRealTimeAtFirst() {
    assertThat(clock.ahead()).isZero();
    assertThat(clock.differs().get()).isFalse();
    assertThat(clock.now()).isEqualTo(NOW);
  }

  @Test
  void goesOnFromTheLastReading() {
    clock.read(reading(NOW.plus(Duration.ofDays(6))));
    service = NOW.plusSeconds(90);
    assertThat(clock.now()).isEqualTo(NOW.plus(Duration.ofDays(6)).plusSeconds(90));
    assertThat(clock.ahead()).isEqualTo(Duration.ofDays(6));
    assertThat(clock.differs().get()).isTrue();
  }

  @Test
  void ignoresDifferencesUpToTwoMinutes() {
    clock.read(reading(NOW.plusSeconds(120)));
    assertThat(clock.ahead()).isZero();
    assertThat(clock.differs().get()).isFalse();
    clock.read(reading(NOW.plusSeconds(121)));
    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(121));
    assertThat(clock.differs().get()).isTrue();
  }

  @Test
  void usesTheClockOfTheServiceIfThisMachineIsWrong() {
    machine = NOW.plus(Duration.ofHours(5));
    clock.read(reading(NOW));
    assertThat(clock.differs().get()).isFalse();
    assertThat(clock.now()).isEqualTo(NOW);
    assertThat(clock.machineError()).isEqualTo(Duration.ofHours(5));
    machine = NOW.minus(Duration.ofHours(3));
    assertThat(clock.machineError()).isEqualTo(Duration.ofHours(-3));
    machine = NOW.minusSeconds(119);
    assertThat(clock.machineError()).isZero();
  }

  @Test
  void estimatesByTheLatestEvents() {
    clock.observe(event(NOW.plus(Duration.ofDays(2))));
    assertThat(clock.ahead()).isEqualTo(Duration.ofDays(2));
    clock.observe(event(NOW.minus(Duration.ofDays(2)))); // read late, or of real time
    assertThat(clock.ahead()).isEqualTo(Duration.ofDays(2));
    clock.observe(event(NOW.plus(Duration.ofDays(3))));
    assertThat(clock.now()).isEqualTo(NOW.plus(Duration.ofDays(3)));
  }

  @Test
  void prefersReadingsToEstimates() {
    clock.read(reading(NOW));
    clock.observe(event(NOW.plus(Duration.ofDays(2))));
    assertThat(clock.differs().get()).isFalse();
  }

  @Test
  void ignoresWhatHasNoTime() {
    clock.read(Json.object());
    clock.observe(List.of(Json.object().put("occurred_at", "soon")));
    assertThat(clock.ahead()).isZero();
    clock.observe(event(NOW.plus(Duration.ofDays(2))));
    assertThat(clock.differs().get()).as("events count until there is a reading").isTrue();
  }
}
