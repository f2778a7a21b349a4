package eu.callorders.server.telephony;

import static eu.callorders.server.telephony.VoiceGatewayConformance.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.GatewayHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Era, capabilities and health of a gateway over HTTP. */
class GatewayStateTest {
  @AutoClose private final HttpGatewayFixture fixture = new HttpGatewayFixture();
  private final FakeGateway fake = fixture.fake;
  private final HttpGateway gateway = fixture.gateway;

  @Test
  void readsTheCurrentEra() {
    UUID deployment = new UUID(1, 2);
    String path = "GET /gateway/v1/eras/" + deployment;
    UUID era = new UUID(3, 4);
    fake.respond(
        path,
        200,
        "{\"number\": 7, \"id\": \"" + era + "\", \"heard_at\": \"2026-11-20T09:30:00.123Z\"}");
    assertThat(await(gateway.queryEra(deployment)))
        .isEqualTo(new EraQueryResult.Found(7, era, Instant.parse("2026-11-20T09:30:00.123Z")));

    fake.respond(path, 404, "{\"code\": \"unknown_deployment\"}");
    assertThat(await(gateway.queryEra(deployment))).isEqualTo(new EraQueryResult.NotFound());
  }

  @ParameterizedTest
  @CsvSource({"404, '{}'", "404, <html>", "405, '{}'", "500, '{}'", "200, '{}'", "200, <html>"})
  void eraIsUnavailableFromOlderGateway(int status, String body) {
    fake.respond("GET /gateway/v1/eras/", status, body);

    assertThat(await(gateway.queryEra(UUID.randomUUID())))
        .isInstanceOf(EraQueryResult.Unavailable.class);
  }

  @Test
  void readsCapabilitiesWithTheFirstHealthCheck() {
    assertThat(gateway.capabilities()).isEqualTo(new Capabilities(false, false, false, false));
    await(gateway.health());
    assertThat(gateway.capabilities()).isEqualTo(new Capabilities(false, false, true, false));
  }

  @Test
  void capabilitiesAreUnknownWhenOnlyHealthResponds() {
    fake.respond("GET /gateway/v1/capabilities", 503, "{}");
    assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.UP);
    assertThat(gateway.hasReportedCapabilities()).isFalse();
  }

  @Test
  void missingResourceMeansNoCapabilities() {
    fake.respond("GET /gateway/v1/capabilities", 404, "{}");
    await(gateway.health());
    assertThat(gateway.hasReportedCapabilities()).isTrue();
    assertThat(gateway.capabilities()).isEqualTo(new Capabilities(false, false, false, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 404})
  void keepsLastCapabilitiesOnFailure(int status) {
    Capabilities all = new Capabilities(true, true, true, true);
    fake.withCapabilities(all);
    await(gateway.refreshCapabilities());
    fake.respond("GET /gateway/v1/capabilities", status, "{}");
    await(gateway.refreshCapabilities());

    assertThat(gateway.capabilities()).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"status\": \"up\", \"free_channels\": 3}",
        "{\"status\": \"degraded\", \"retry_after\": 2}",
      })
  void readsHealth(String json) {
    fake.health(json);
    GatewayHealth health = await(gateway.health());
    assertThat(health)
        .isIn(
            new GatewayHealth(GatewayHealth.State.UP, 3, null),
            new GatewayHealth(GatewayHealth.State.DEGRADED, null, Duration.ofSeconds(2)));
  }

  @Test
  void invalidHealthMeansDown() {
    fake.health("{\"status\": \"splendid\"}");
    assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
    fake.respond("GET /gateway/v1/health", 500, "{\"status\": \"up\"}");
    assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
  }
}
