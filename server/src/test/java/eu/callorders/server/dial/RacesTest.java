package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.Decision;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.telephony.PlaceCall;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two who want to change the same order at once, in either order. */
class RacesTest {
  private final HandGateway gateway = new HandGateway();
  private final DialHouse house = DialHouse.over(gateway);
  private final TestTenant tenant = house.tenant();
  private PlacedOrder order;

  @BeforeEach
  void planAnOrder() {
    order = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    house.planner.runOnce();
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void aDialerDoesNotWaitForAPersonWhoIsBeingChanged() {
    try (HeldLocks _ = HeldLocks.ofPerson(tenant, "erika")) {
      assertThat(house.dialer.runOnce()).isZero();
    }
    assertThat(house.dialer.runOnce()).isEqualTo(1);
  }

  @Test
  void aCancelThatIsFirstLeavesNothingToDial() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Decision> cancel;
      try (HeldLocks held = HeldLocks.ofPerson(tenant, "erika")) {
        cancel = threads.submit(() -> house.change(order, new OrderCommand.Cancel("paid")));
        held.awaitWaiter();
        assertThat(house.dialer.runOnce()).isZero();
      }
      assertThat(cancel.get()).isInstanceOf(Decision.Accept.class);
    }

    house.dialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.result().at("/termination/note").asText()).isEqualTo("paid");
  }

  @Test
  void aCancelBetweenADialersLookAndItsLockLeavesNothingToDial() {
    house.dialer.dial(
        (connection, but) -> {
          house.change(order, new OrderCommand.Cancel(null));
          return DialClaim.one(connection, order.id()).await() ? List.of(order.id()) : List.of();
        });

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
  }

  @Test
  void aCancelThatIsSecondIsRefused() {
    house.dialer.runOnce();

    assertThat(house.change(order, new OrderCommand.Cancel(null)))
        .isInstanceOf(Decision.Reject.class);
    assertThat(order.status()).isEqualTo("dialing");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void anOrderThatWasPutOffBetweenADialersLookAndItsLockIsNotDialled() {
    house.dialer.dial(
        (connection, but) -> {
          house.query(
              "UPDATE call_order SET next_attempt_at = next_attempt_at + interval '1 hour'"
                  + " WHERE id = $1 RETURNING id",
              order.id());
          return DialClaim.one(connection, order.id()).await() ? List.of(order.id()) : List.of();
        });

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.attempts()).isEmpty();
  }

  @Test
  void anEntryForThePersonThatIsFirstLeavesNothingToDial() {
    try (HeldLocks held = HeldLocks.ofPerson(tenant, "erika")) {
      held.suppress(tenant, null, "erika");
      assertThat(house.dialer.runOnce()).isZero();
    }

    house.dialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void anEntryForTheNumberThatIsFirstLeavesNothingToDial() {
    try (HeldLocks held = HeldLocks.ofNumber(tenant, Line.BUSY.number(0))) {
      held.suppress(tenant, Line.BUSY.number(0), null);
      assertThat(house.dialer.runOnce()).isZero();
    }

    house.dialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void anEntryThatIsSecondFindsTheCallRunning() {
    house.dialer.runOnce();
    try (HeldLocks held = HeldLocks.ofPerson(tenant, "erika")) {
      held.suppress(tenant, null, "erika");
    }

    assertThat(order.status()).isEqualTo("dialing");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
  }

  @Test
  void aCallThatIsNoLongerWantedIsStoppedAtTheGateway() {
    house.dialer.runOnce();

    house.change(order, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED));
    house.reconciler.runOnce();
    house.reconciler.runOnce();

    assertThat(gateway.toldToStop).containsExactly(order.attempt());
    assertThat(order.status()).isEqualTo("dialing");
    house.tell(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("sequence_exited");
    house.reconciler.runOnce();
    assertThat(gateway.toldToStop).hasSize(1);
  }

  @Test
  void aConversationGoesOnAlthoughItsOrderIsToEnd() {
    house.dialer.runOnce();
    house.tell(gateway.answered(order.attempt()));

    house.change(order, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED));
    house.reconciler.runOnce();

    assertThat(gateway.toldToStop).isEmpty();
    assertThat(order.status()).isEqualTo("in_progress");
  }
}
