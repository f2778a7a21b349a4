package eu.callorders.server.tenant;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TestClockTest {
  private static final int MAX_ADVANCING = 200;

  private final Random random = new Random(7);
  @AutoClose private final TestNode node = new TestNode();

  @Test
  void readsUpToTwoHundredAdvancingClocks() {
    Instant target = node.clock.instant().plus(Duration.ofDays(365));
    List<UUID> tenants = Stream.generate(this::newTenant).limit(MAX_ADVANCING + 1).toList();
    tenants.forEach(
        id -> await(node.database.asWorker(client -> TestClock.advanceTo(client, id, target))));

    List<TestClock.ClockState> walking = advancing();
    assertThat(walking).hasSize(MAX_ADVANCING);
    UUID arrived = walking.getFirst().tenantId();
    await(node.database.asWorker(client -> TestClock.clearTarget(client, arrived, target)));

    assertThat(advancing())
        .hasSize(MAX_ADVANCING)
        .extracting(TestClock.ClockState::tenantId)
        .contains(tenants.getLast())
        .doesNotContain(arrived);
  }

  private List<TestClock.ClockState> advancing() {
    return await(node.database.asWorker(TestClock::findAdvancing));
  }

  private UUID newTenant() {
    UUID id = UuidV7.at(node.clock.instant(), random);
    Tenant tenant = TenantDefaults.tenant(id, "Walking", "sandbox");
    await(
        node.database.asWorker(client -> TenantStore.insert(client, tenant, node.clock.instant())));
    return id;
  }
}
