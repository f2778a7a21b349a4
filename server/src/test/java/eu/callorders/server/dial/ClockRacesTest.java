package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.testclock.ClockAdvancer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of a clock advance with a dial. */
@Tag("long")
class ClockRacesTest {
  private static final String CLOCK_READS = "clock reads";

  /** Blocks an advance while it reads due work, after its snapshot. */
  private static final String WAIT_IN_CLOCK_READS =
      """
      CREATE OR REPLACE FUNCTION is_dialing_halted(tenant uuid) RETURNS boolean
        LANGUAGE plpgsql STABLE AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(hashtextextended('%s', 0));
        RETURN false;
      END $$
      """
          .formatted(CLOCK_READS);

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();
  private final ClockAdvancer advancer =
      new ClockAdvancer(other.database, InstantSource.system(), () -> {});

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void advanceWaitsForDueDialThatIsNotWrittenYet() throws Exception {
    PlacedOrder order = planned(tenant.anOrder().to(MagicLine.BUSY).attempts(1));
    Instant start = tenant.now();
    Instant target = start.plus(Duration.ofDays(2));
    tenant.startAdvance(target);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks channels = tenant.holdChannels()) {
      Future<Integer> dialed = threads.submit(() -> fixture.dialer.runOnce().orders());
      channels.awaitWaiter();
      advancer.runOnce();
      assertThat(tenant.now()).isBefore(start.plus(Duration.ofHours(1)));
      channels.release();
      assertThat(dialed.get()).isEqualTo(1);
    }

    advancer.runOnce();
    assertThat(tenant.now()).isBefore(start.plus(Duration.ofHours(1)));
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    advancer.runOnce();
    assertThat(tenant.now()).isAfterOrEqualTo(target);
    assertThat(order.attempts().getFirst().intendedAt()).isBefore(start.plus(Duration.ofHours(1)));
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(gateway.placed).hasSize(1);
  }

  /** A jump of the clock stands for an hour that passes during the read. */
  @Test
  void advanceDoesNotPassDialCommittedDuringItsRead() throws Exception {
    Instant start = tenant.now();
    Instant due = start.plus(Duration.ofHours(1));
    Instant target = start.plus(Duration.ofDays(2));
    PlacedOrder order = planned(tenant.anOrder().to(MagicLine.BUSY).attempts(1).notBefore(due));
    tenant.startAdvance(target);
    waitInClockReads();

    var race =
        Race.run(
            HeldLocks.of(fixture.vertx, fixture.testDatabase, CLOCK_READS),
            advancer::runOnce,
            () -> {
              tenant.jump(Duration.ofHours(1));
              return fixture.dialer.dial(TestClaims.forOrders(order));
            });

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isEqualTo(1);
    assertThat(tenant.now()).isBetween(due, due.plus(Duration.ofHours(1)));
    advancer.runOnce();
    assertThat(tenant.now()).isBefore(due.plus(Duration.ofHours(1)));
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    advancer.runOnce();
    assertThat(tenant.now()).isAfterOrEqualTo(target);
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  private void waitInClockReads() throws SQLException {
    try (Connection owner = fixture.testDatabase.owner().connect();
        Statement statement = owner.createStatement()) {
      statement.execute(WAIT_IN_CLOCK_READS);
    }
  }

  @Test
  void dialIsNotDueBeforeTheAdvanceReachesIt() throws Exception {
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    PlacedOrder order = planned(tenant.anOrder().to(MagicLine.BUSY).notBefore(tomorrow));
    tenant.startAdvance(tomorrow.plus(Duration.ofDays(1)));

    var race = fixture.raceAt("tenant", advancer::runOnce, () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(tenant.now()).isBetween(tomorrow, tomorrow.plus(Duration.ofHours(1)));
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
    assertThat(order.attempts().getFirst().intendedAt()).isAfterOrEqualTo(tomorrow);
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void concurrentAdvancersStepOnce() throws Exception {
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    planned(tenant.anOrder().to(MagicLine.BUSY).notBefore(tomorrow));
    planned(tenant.anOrder().to(MagicLine.BUSY).notBefore(tomorrow.plus(Duration.ofDays(1))));
    ClockAdvancer second = new ClockAdvancer(fixture.database, InstantSource.system(), () -> {});
    tenant.startAdvance(tomorrow.plus(Duration.ofDays(5)));

    var race = fixture.raceAt("tenant", advancer::runOnce, second::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(tenant.now()).isBetween(tomorrow, tomorrow.plus(Duration.ofHours(1)));
    second.runOnce();
    assertThat(tenant.now()).isBetween(tomorrow, tomorrow.plus(Duration.ofHours(1)));
  }

  @Test
  void dialedOrderDoesNotExpireDuringTheCall() throws Exception {
    PlacedOrder order = planned(closingInAnHour());

    var race =
        fixture.race(
            () -> fixture.dialer.runOnce().orders(),
            () -> {
              tenant.jump(Duration.ofHours(2));
              return other.dialer.runOnce().orders();
            });

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(other.dialer.dial(TestClaims.forOrders(order))).isZero();
    assertThat(order.status()).isEqualTo("dialing");
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(order.status()).isEqualTo("expired");
    assertThat(order.result().path("reachability").asText()).isEqualTo("not_reached");
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void expiredOrderIsNotDialedByAnEarlierClaim() throws Exception {
    PlacedOrder order = planned(closingInAnHour());
    tenant.jump(Duration.ofHours(2));

    var race =
        fixture.race(
            () -> other.dialer.runOnce().orders(),
            () -> fixture.dialer.dial(TestClaims.forOrders(order)));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(fixture.dialer.dial(TestClaims.forOrders(order))).isZero();
    assertExpiredWithoutDial(order);
  }

  @Test
  void orderThatExpiresBeforeTheLockIsNotDialed() {
    PlacedOrder order = planned(closingInAnHour());

    fixture.dialer.dial(TestClaims.runBeforeLock(order, () -> tenant.jump(Duration.ofHours(2))));

    assertExpiredWithoutDial(order);
  }

  private OrderDraft closingInAnHour() {
    return tenant.anOrder().to(MagicLine.BUSY).notAfter(tenant.now().plus(Duration.ofHours(1)));
  }

  private PlacedOrder planned(OrderDraft draft) {
    PlacedOrder order = draft.place();
    fixture.planner.runOnce();
    assertThat(order.status()).isEqualTo("scheduled");
    return order;
  }

  private void assertExpiredWithoutDial(PlacedOrder order) {
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("expired");
    assertThat(order.result().path("reachability").asText()).isEqualTo("not_attempted");
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.expired");
    assertThat(tenant.dials()).isZero();
  }
}
