package eu.callorders.console.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdvanceRequestTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @Test
  void parsesDurationsLikeTheService() {
    assertThat(AdvanceRequest.by(NOW, "P1M1DT90M").orElseThrow().target())
        .isEqualTo("2026-12-21T11:30:00Z");
    assertThat(AdvanceRequest.by(NOW, "PT0.5S").orElseThrow().target())
        .isEqualTo("2026-11-20T10:00:00.500Z");
    for (String wrong : List.of("", "P", "PT", "P1DT", "-P1D", "P1H", "1 day")) {
      assertThat(AdvanceRequest.by(NOW, wrong)).as(wrong).isEmpty();
    }
  }

  @Test
  void acceptsOnlyFutureTimes() {
    LocalDate day = LocalDate.of(2026, 11, 20);
    assertThat(AdvanceRequest.to(NOW, day, "11:00", BERLIN).orElseThrow().target()).isEqualTo(NOW);
    assertThat(AdvanceRequest.to(NOW, day, "10:59", BERLIN)).isEmpty();
    assertThat(
            AdvanceRequest.to(NOW, day.plusDays(1), "9:30", BERLIN).orElseThrow().body().toString())
        .isEqualTo("{\"to\":\"2026-11-21T08:30:00Z\"}");
    assertThat(AdvanceRequest.to(NOW, day.plusDays(1), "noon", BERLIN)).isEmpty();
  }
}
