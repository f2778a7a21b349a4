package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.server.dial.OtherSystemCheck.Activity;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Detection of active nodes from the gateway's current era. */
class OtherSystemCheckTest {
  private static final int POLLS = 3;
  private static final UUID DEPLOYMENT = UUID.randomUUID();
  private static final UUID ERA = UUID.randomUUID();
  private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");
  private static final EraQueryResult UNAVAILABLE = new EraQueryResult.Unavailable("away");

  private final ScriptedGateway gateway =
      new ScriptedGateway().withEraAnswer(new EraRequestResult.Granted());

  @Test
  void repeatedRequestMeansActive() {
    assertThat(run(found(3), found(3), found(2))).isEqualTo(Activity.ACTIVE);
    assertThat(gateway.eraQueries).hasSize(3).containsOnly(DEPLOYMENT);
  }

  @Test
  void noRepeatedRequestMeansNone() {
    assertThat(run(found(1))).isEqualTo(Activity.NONE);
    assertThat(gateway.eraQueries).hasSize(1 + POLLS);
  }

  @Test
  void ignoresTheGatewaysClock() {
    assertThat(run(found(-290))).isEqualTo(Activity.NONE);
    assertThat(run(found(-290), found(-295))).isEqualTo(Activity.ACTIVE);
    assertThat(run(found(290), found(285))).isEqualTo(Activity.ACTIVE);
  }

  @Test
  void requestBeyondClockSkewNeedsNoPolling() {
    assertThat(run(found(361), found(2))).isEqualTo(Activity.NONE);
    assertThat(gateway.eraQueries).hasSize(1);
  }

  @Test
  void higherEraMeansActive() {
    assertThat(run(found(3), new EraQueryResult.Found(2, UUID.randomUUID(), NOW.minusSeconds(3))))
        .isEqualTo(Activity.ACTIVE);
  }

  @Test
  void missingEraMeansNone() {
    assertThat(run(new EraQueryResult.NotFound())).isEqualTo(Activity.NONE);
  }

  @Test
  void onlyTheLastReplyProvesInactivity() {
    assertThat(run(found(3), UNAVAILABLE, UNAVAILABLE, found(3))).isEqualTo(Activity.NONE);
    assertThat(run(found(3), UNAVAILABLE, UNAVAILABLE, found(2))).isEqualTo(Activity.ACTIVE);
    assertThat(run(found(3), found(3), found(3), UNAVAILABLE)).isEqualTo(Activity.UNKNOWN);
  }

  @Test
  void unavailableEraMeansUnknown() {
    assertThat(run(UNAVAILABLE)).isEqualTo(Activity.UNKNOWN);
    assertThat(gateway.eraQueries).hasSize(1);
  }

  @Test
  void doesNotQueryGatewayWithoutEras() {
    gateway.withoutEras();

    assertThat(run(found(3), found(2))).isEqualTo(Activity.UNKNOWN);
    assertThat(gateway.eraQueries).isEmpty();
  }

  private Activity run(EraQueryResult... results) {
    gateway.eraResults.clear();
    gateway.eraQueries.clear();
    for (EraQueryResult result : results) {
      gateway.eraResults.add(result);
    }
    OtherSystemCheck.Polling polling = new OtherSystemCheck.Polling(POLLS, Duration.ZERO);
    return new OtherSystemCheck(gateway, NOW, polling).run(DEPLOYMENT);
  }

  private static EraQueryResult found(int secondsAgo) {
    return new EraQueryResult.Found(1, ERA, NOW.minusSeconds(secondsAgo));
  }
}
