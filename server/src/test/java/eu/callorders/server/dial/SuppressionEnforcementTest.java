package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.testclock.ClockAdvancer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enforcement of suppressions after their commit: batches, crashes and faulty orders. */
@Tag("long")
class SuppressionEnforcementTest {
  @AutoClose
  private final SuppressionEnforcementFixture enforcement = new SuppressionEnforcementFixture();

  private final ScriptedGateway gateway = enforcement.gateway;
  private final DialFixture fixture = enforcement.fixture;
  private final TestTenant tenant = enforcement.tenant;
  private final TestClient client = enforcement.client;

  private static final int MANY = 250;

  @Test
  @Tag("long")
  void endsManyLargeOrdersInBatchesOfAHundred() {
    PlacedOrder first = enforcement.placed(MANY, "erika", true).getFirst();

    assertThat(client.suppress(null, "erika").status()).isEqualTo(201);
    assertThat(enforcement.count("canceled")).isZero();
    assertThat(fixture.suppressionEnforcement.runOnce()).isTrue();
    assertThat(enforcement.count("canceled")).isEqualTo(100);
    assertThat(fixture.suppressionEnforcement.runOnce()).isTrue();
    assertThat(enforcement.count("canceled")).isEqualTo(200);
    fixture.enforceSuppressions();

    assertThat(enforcement.count("canceled")).isEqualTo(MANY);
    assertThat(enforcement.pending()).isZero();
    JsonNode event = first.events().getLast();
    assertThat(event.path("type").asText()).isEqualTo("call_order.canceled");
    assertThat(event.at("/data/result/summary_code").asText()).isEqualTo("suppressed");
    assertThat(event.at("/data/metadata")).hasSize(50);
    assertThat(event.path("metadata")).hasSize(50);
    assertThat(event.path("data").has("context")).isFalse();
    assertThat(first.view().has("context")).isTrue();
  }

  @Test
  @Tag("long")
  void objectionIsStoredDespiteManyLargeOrders() {
    PlacedOrder talking = tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS).place();
    fixture.dialDue();
    fixture.receive(gateway.answered(talking.attempt()));
    enforcement.placed(MANY, "erika", true);

    fixture.store(gateway.objection(talking.attempt()));

    assertThat(tenant.suppressions()).isEqualTo(1);
    fixture.enforceSuppressions();
    assertThat(enforcement.count("canceled")).isEqualTo(MANY);
    assertThat(talking.status()).isEqualTo("in_progress");
  }

  @Test
  void advanceWaitsForEnforcement() {
    enforcement.placed(1, "erika", false);
    client.suppress(null, "erika");
    fixture.dialDue();
    ClockAdvancer advancer = fixture.loops.clockAdvancer();
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    tenant.startAdvance(tenant.now().plus(Duration.ofDays(2)));

    advancer.runOnce();
    assertThat(tenant.now()).isBefore(tomorrow);
    fixture.enforceSuppressions();
    advancer.runOnce();

    assertThat(tenant.now()).isAfter(tomorrow);
  }

  @Test
  void anotherNodeContinuesAfterACrash() {
    enforcement.placed(150, "erika", false);
    client.suppress(null, "erika");
    fixture.suppressionEnforcement.runOnce();
    assertThat(enforcement.count("canceled")).isEqualTo(100);

    try (DialFixture other = fixture.anotherNode()) {
      other.enforceSuppressions();
    }

    assertThat(enforcement.count("canceled")).isEqualTo(150);
    assertThat(enforcement.pending()).isZero();
  }

  @Test
  void newSuppressionWaitsForAtMostOneBatch() {
    enforcement.placed(250, "erika", false);
    enforcement.placed(1, "max", false);
    client.suppress(null, "erika");
    fixture.suppressionEnforcement.runOnce();
    client.suppress(null, "max");

    fixture.suppressionEnforcement.runOnce();
    fixture.suppressionEnforcement.runOnce();

    assertThat(enforcement.count("canceled")).isEqualTo(201);
  }

  /** Runs for both orders of the tenants' identifiers. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tenantsAreServedRoundRobin(boolean reversed) {
    TestTenant second = fixture.tenant();
    TestTenant busy = reversed ? second : tenant;
    TestTenant quiet = reversed ? tenant : second;
    for (int subject = 0; subject < 20; subject++) {
      enforcement.enter(busy, "busy-" + subject);
    }
    fixture.suppressionEnforcement.runOnce();
    PlacedOrder quietOrder = enforcement.enter(quiet, "quiet");

    fixture.suppressionEnforcement.runOnce();
    fixture.suppressionEnforcement.runOnce();

    assertThat(quietOrder.status()).isEqualTo("canceled");
    assertThat(enforcement.pending()).isEqualTo(21);
  }
}
