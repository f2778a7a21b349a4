package eu.callorders.console.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdvanceRequestTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  @Test
  void parsesDurationsLikeTheService() {
    assertThat(AdvanceRequest.by(NOW, "P1M1DT90M").orElseThrow().target())
        .isEqualTo("2026-12-21T11:30:00Z");
    assertThat(AdvanceRequest.by(NOW, "PT0.5S").orElseThrow().target())
        .isEqualTo("2026-11-20T10:00:00.500Z");
    for (String words : List.of("3 weeks", "21 days", "3 Wochen", "21 Tage", "p21d", "P3W")) {
      assertThat(AdvanceRequest.by(NOW, words).orElseThrow().target())
          .as(words)
          .isEqualTo("2026-12-11T10:00:00Z");
    }
    assertThat(AdvanceRequest.by(NOW, "12 Stunden").orElseThrow().body().toString())
        .isEqualTo("{\"by\":\"PT12H\"}");
    for (String wrong : List.of("", "P", "PT", "P1DT", "-P1D", "P1H", "1 month")) {
      assertThat(AdvanceRequest.by(NOW, wrong)).as(wrong).isEmpty();
    }
  }

  @Test
  void acceptsOnlyFutureTimes() {
    assertThat(AdvanceRequest.to(NOW, NOW).orElseThrow().target()).isEqualTo(NOW);
    assertThat(AdvanceRequest.to(NOW, NOW.minusSeconds(1))).isEmpty();
    Instant next = Instant.parse("2026-11-21T08:30:00Z");
    assertThat(AdvanceRequest.to(NOW, next).orElseThrow().body().toString())
        .isEqualTo("{\"to\":\"2026-11-21T08:30:00Z\"}");
  }
}
