package eu.callorders.server.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockCheckTest {
  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");

  @ParameterizedTest
  @CsvSource({"PT6S, 6.0 s ahead of", "PT-6S, 6.0 s behind", "P1D, 86400.0 s ahead of"})
  void reportsAClockThatDiffers(Duration difference, String text) {
    DoctorFinding finding = new ClockCheck(() -> NOW.plus(difference)).service(NOW);

    assertThat(finding.isProblem()).isTrue();
    assertThat(finding.found()).contains(text + " that of the service");
    assertThat(finding.remedy()).contains("NTP");
  }

  @Test
  void acceptsTheRoundingOfTokens() {
    assertThat(new ClockCheck(() -> NOW.plusMillis(1900)).service(NOW).isProblem()).isFalse();
  }
}
