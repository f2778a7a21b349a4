package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.Meeting;
import eu.callorders.server.erasure.ErasureWorker;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Races of an erasure with other work on the same subject. */
class ErasureRacesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final TestTenant tenant = house.tenant();
  private final ErasureDriver erasing = new ErasureDriver(house, tenant);

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void callDialedBeforeErasureIsStoppedFirst() throws Exception {
    PlacedOrder order = planned();
    var race = house.race(house.dialer::runOnce, () -> erasing.request("erika"));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    house.reconciler.runOnce();
    assertThat(gateway.toldToStop).containsExactly(order.attempt());
    erasing.finish();
    assertThat(ErasureDriver.redacted(order)).isFalse();

    house.tell(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    erasing.finish();

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(erasing.done()).isTrue();
    assertThat(house.query("SELECT FROM gateway_erasure")).hasSize(1);
  }

  @Test
  void erasureBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = planned();
    Race<UUID, Integer> race = house.race(() -> erasing.request("erika"), house.dialer::runOnce);

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertThat(house.dialer.runOnce()).isZero();
    assertThat(order.status()).isEqualTo("canceled");
    erasing.finish();
    assertThat(gateway.placed).isEmpty();
    assertThat(ErasureDriver.redacted(order)).isTrue();
  }

  @Test
  void erasureBeforeTheLockPreventsDial() {
    PlacedOrder order = planned();

    house.dialer.dial(TestClaims.findingBefore(order, () -> erasing.request("erika")));

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
  }

  @Test
  void orderAcceptedBeforeErasureIsErased() throws Exception {
    Race<PlacedOrder, UUID> race =
        house.race(() -> draft().placed(), () -> erasing.request("erika"));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first().status()).isEqualTo("canceled");
    erasing.finish();
    assertThat(ErasureDriver.redacted(race.first())).isTrue();
    assertThat(erasing.done()).isTrue();
  }

  @Test
  void orderAcceptedAfterErasureStays() throws Exception {
    PlacedOrder before = planned();
    Race<UUID, PlacedOrder> race =
        house.race(() -> erasing.request("erika"), () -> draft().placed());

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    erasing.finish();
    assertThat(ErasureDriver.redacted(before)).isTrue();
    assertThat(race.second().status()).isEqualTo("accepted");
    assertThat(ErasureDriver.redacted(race.second())).isFalse();
    assertThat(erasing.done()).isTrue();
  }

  @Test
  void eventDuringErasureIsIgnored() throws Exception {
    PlacedOrder order = planned();
    house.dialer.runOnce();
    UUID attempt = order.attempt();
    house.tell(gateway.ended(attempt, Disposition.BUSY, Cause.NORMAL));
    erasing.request("erika");
    ErasureWorker eraser = erasing.eraser();

    Race<Boolean, Boolean> race =
        house.raceAt(
            "gateway_erasure",
            eraser::runOnce,
            () -> {
              house.tell(gateway.said(attempt, "here I am"));
              return true;
            });

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    erasing.finish();
    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(house.query("SELECT FROM transcript")).isEmpty();
  }

  @Test
  void onlyOneNodeErases() throws Exception {
    PlacedOrder order = planned();
    erasing.request("erika");
    ErasureWorker one = erasing.eraser();
    ErasureWorker other = erasing.eraser();

    Race<Boolean, Boolean> race = house.raceAt("gateway_erasure", one::runOnce, other::runOnce);

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.first()).isTrue();
    assertThat(race.second()).isFalse();
    assertThat(ErasureDriver.redacted(order)).isTrue();
  }

  @Test
  void resumesAfterLostSession() throws Exception {
    PlacedOrder order = planned();
    erasing.request("erika");
    ErasureWorker eraser = erasing.eraser();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks stop = HeldLocks.ofTable(house.vertx, house.testDatabase, "gateway_erasure")) {
      Future<Boolean> round = threads.submit(eraser::runOnce);
      int session = stop.awaitWaiter();
      house.query("SELECT pg_terminate_backend($1)", session);
      assertThatThrownBy(round::get).isNotNull();
    }
    assertThat(ErasureDriver.redacted(order)).isFalse();

    erasing.finish();

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(erasing.done()).isTrue();
  }

  private OrderDraft draft() {
    return tenant.anOrder().of("erika").to(MagicLine.BUSY);
  }

  private PlacedOrder planned() {
    PlacedOrder order = draft().placed();
    house.planner.runOnce();
    return order;
  }
}
