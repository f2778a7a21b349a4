package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.erasure.ErasureWorker;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of an erasure with other work on the same subject. */
@Tag("long")
class ErasureRacesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final ErasureDriver erasing = new ErasureDriver(fixture, tenant);

  @Test
  void callDialedBeforeErasureIsStoppedFirst() throws Exception {
    PlacedOrder order = planned();
    var race =
        fixture.race(() -> fixture.dialer.runOnce().orders(), () -> erasing.request("erika"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).containsExactly(order.attempt());
    erasing.finish();
    assertThat(ErasureDriver.redacted(order)).isFalse();

    fixture.receive(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    erasing.finish();

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(erasing.isDone()).isTrue();
    assertThat(fixture.query("SELECT FROM gateway_erasure")).hasSize(1);
  }

  @Test
  void erasureBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = planned();
    Race<UUID, Integer> race =
        fixture.race(() -> erasing.request("erika"), () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(order.status()).isEqualTo("canceled");
    erasing.finish();
    assertThat(gateway.placed).isEmpty();
    assertThat(ErasureDriver.redacted(order)).isTrue();
  }

  @Test
  void erasureBeforeTheLockPreventsDial() {
    PlacedOrder order = planned();

    fixture.dialer.dial(TestClaims.runBeforeLock(order, () -> erasing.request("erika")));

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
  }

  @Test
  void orderAcceptedBeforeErasureIsErased() throws Exception {
    Race<PlacedOrder, UUID> race =
        fixture.race(() -> draft().place(), () -> erasing.request("erika"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo("canceled");
    erasing.finish();
    assertThat(ErasureDriver.redacted(race.first())).isTrue();
    assertThat(erasing.isDone()).isTrue();
  }

  @Test
  void orderAcceptedAfterErasureStays() throws Exception {
    PlacedOrder before = planned();
    Race<UUID, PlacedOrder> race =
        fixture.race(() -> erasing.request("erika"), () -> draft().place());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    erasing.finish();
    assertThat(ErasureDriver.redacted(before)).isTrue();
    assertThat(race.second().status()).isEqualTo("scheduled");
    assertThat(ErasureDriver.redacted(race.second())).isFalse();
    assertThat(erasing.isDone()).isTrue();
  }

  @Test
  void eventDuringErasureIsIgnored() throws Exception {
    PlacedOrder order = planned();
    fixture.dialer.runOnce();
    UUID attempt = order.attempt();
    fixture.receive(gateway.ended(attempt, Disposition.BUSY, Cause.NORMAL));
    erasing.request("erika");
    ErasureWorker eraser = erasing.worker();

    Race<Boolean, Boolean> race =
        fixture.raceAt(
            "gateway_erasure",
            eraser::runOnce,
            () -> {
              fixture.receive(gateway.transcript(attempt, "here I am"));
              return true;
            });

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    erasing.finish();
    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(fixture.query("SELECT FROM transcript")).isEmpty();
  }

  @Test
  void onlyOneNodeErases() throws Exception {
    PlacedOrder order = planned();
    erasing.request("erika");
    ErasureWorker one = erasing.worker();
    ErasureWorker other = erasing.worker();

    Race<Boolean, Boolean> race = fixture.raceAt("gateway_erasure", one::runOnce, other::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first()).isTrue();
    assertThat(race.second()).isFalse();
    assertThat(ErasureDriver.redacted(order)).isTrue();
  }

  @Test
  void resumesAfterLostSession() throws Exception {
    PlacedOrder order = planned();
    erasing.request("erika");
    ErasureWorker eraser = erasing.worker();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks stop =
            HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "gateway_erasure")) {
      Future<Boolean> round = threads.submit(eraser::runOnce);
      int session = stop.awaitWaiter();
      fixture.query("SELECT pg_terminate_backend($1)", session);
      assertThatThrownBy(round::get).isNotNull();
    }
    assertThat(ErasureDriver.redacted(order)).isFalse();

    erasing.finish();

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(erasing.isDone()).isTrue();
  }

  private OrderDraft draft() {
    return tenant.anOrder().forSubject("erika").to(MagicLine.BUSY);
  }

  private PlacedOrder planned() {
    PlacedOrder order = draft().place();
    fixture.planner.runOnce();
    return order;
  }
}
