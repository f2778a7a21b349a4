package eu.callorders.server.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.RunningService;
import eu.callorders.server.cli.client.ClientCommandRun;
import eu.callorders.server.json.Json;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class DemoBesideSandboxTest {
  @TempDir private Path directory;

  @Test
  void movesAClockThatStandsAtABarredHourAndSaysSo() {
    Map<String, String> settings =
        Map.of("CALLORDERS_DEMO", "true", "CALLORDERS_DATA_DIR", directory.toString());
    try (RunningService _ = RunningService.sandbox(settings);
        DemoClient client = DemoClient.of(directory)) {
      ZonedDateTime sunday =
          Instant.parse(client.get("/v1/sandbox/clock").path("now").asText())
              .atZone(ZoneId.of("Europe/Berlin"))
              .with(TemporalAdjusters.next(DayOfWeek.SUNDAY))
              .with(LocalTime.NOON);
      client.post("/v1/sandbox/clock", Json.object().put("to", sunday.toInstant().toString()));

      ClientCommandRun demo =
          ClientCommandRun.of(Map.of("CALLORDERS_DATA_DIR", directory.toString()), "demo");

      assertThat(demo.exit()).as(demo.err()).isZero();
      assertThat(demo.out())
          .startsWith("The demo tenant's clock was moved to ")
          .contains("since calls are not permitted now.", "call_order.completed");
    }
  }

  @Test
  void usesTheRunningSandboxRepeatedlyAndPrintsItsStoryAlone() {
    Map<String, String> settings =
        Map.of("CALLORDERS_DEMO", "true", "CALLORDERS_DATA_DIR", directory.toString());
    try (RunningService _ = RunningService.sandbox(settings)) {
      for (int run = 1; run <= 2; run++) {
        ClientCommandRun demo =
            ClientCommandRun.of(Map.of("CALLORDERS_DATA_DIR", directory.toString()), "demo");

        assertThat(demo.exit()).as(demo.err()).isZero();
        List<String> lines = demo.out().lines().toList();
        assertThat(lines)
            .filteredOn(line -> line.contains("call_order.accepted"))
            .hasSizeGreaterThanOrEqualTo(6);
        assertThat(demo.out()).contains("Try next:").doesNotContain("INFO").doesNotContain(" GET ");
        assertThat(demo.err()).isEmpty();
      }
      ClientCommandRun json =
          ClientCommandRun.of(
              Map.of("CALLORDERS_DATA_DIR", directory.toString()), "demo", "--json");
      assertThat(json.out().lines())
          .allSatisfy(line -> assertThat(Json.parse(line).path("id").asText()).startsWith("evt_"))
          .hasSizeGreaterThan(20);
    }
  }
}
