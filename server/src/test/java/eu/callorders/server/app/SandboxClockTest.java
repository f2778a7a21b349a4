package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenant's access to its own test clock. */
class SandboxClockTest {
  private static final String CLOCK = "/v1/sandbox/clock";

  private RunningTenant tenant;
  private Api api;

  @BeforeEach
  void begin() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
  }

  private Instant awaitReady() {
    return Instant.parse(
        Await.until(
                "the clock is ready",
                () -> api.get(CLOCK).is(200),
                clock -> clock.at("/status").equals("ready"))
            .at("/now"));
  }

  @Test
  void advancesThroughDueWork() {
    String order = tenant.create(tenant.laterOrder());
    tenant.await(order, "scheduled");
    Instant before = tenant.now();

    assertThat(api.post(CLOCK, Api.json("{\"by\": \"P9D\"}")).is(200).at("/status"))
        .isEqualTo("advancing");

    assertThat(awaitReady()).isAfterOrEqualTo(before.plus(Duration.ofDays(9)));
    assertThat(api.order(order).at("/status")).isEqualTo("completed");
  }

  @Test
  void advancesOncePerIdempotencyKey() {
    Instant before = tenant.now();
    for (int round = 0; round < 3; round++) {
      api.post(CLOCK, Api.json("{\"by\": \"P1D\"}"), "Idempotency-Key", "one").is(200);
    }

    assertThat(awaitReady())
        .isBetween(before.plus(Duration.ofDays(1)), before.plus(Duration.ofDays(2)));
  }

  @Test
  void rejectsTimesThatArePast() {
    assertThat(
            api.post(CLOCK, Api.json("{\"to\": \"2020-01-01T00:00:00Z\"}"))
                .is(422, "validation_failed")
                .errors())
        .containsExactly("/to inconsistent");
    assertThat(api.post(CLOCK, Api.json("{}")).is(422, "validation_failed").errors()).hasSize(1);
  }

  @Test
  void liveHasNoClock() {
    try (RunningService live = RunningService.live()) {
      Api client = live.newTenant().api();

      client.get(CLOCK).is(404, "not_found");
      client.post(CLOCK, Api.json("{\"by\": \"PT1H\"}")).is(404, "not_found");
      client.post(CLOCK, Api.json("{}")).is(404, "not_found");
    }
  }
}
