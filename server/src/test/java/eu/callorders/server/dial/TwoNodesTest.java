package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.database.BatchWorker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dialers of two nodes compete for the same orders. */
@Tag("long")
class TwoNodesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialOrderOnce(boolean inThisOrder) throws Exception {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();

    var race = race(inThisOrder, TestClaims.forOrders(order), TestClaims.forOrders(order));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders() + other.dialer.runOnce().orders()).isZero();
    assertDialed(order);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void dialOrderFoundByBothOnce() {
    List<PlacedOrder> orders = planned(MagicLine.BUSY, 50);
    PlacedOrder last = orders.getLast();

    int late =
        other.dialer.dial(TestClaims.runBeforeLock(last, () -> fixture.dialer.runOnce().orders()));

    assertThat(late).isZero();
    assertThat(gateway.calledOrders()).containsExactlyInAnyOrderElementsOf(ids(orders));
    assertThat(tenant.dials()).isEqualTo(50);
  }

  @Test
  void skipOrderRefusedBeforeTheLock() {
    PlacedOrder order = planned(MagicLine.BUSY, 1).getFirst();
    PlaceResult later =
        new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, Duration.ofHours(1));
    gateway.withPlaceResult(later);

    int dials = other.dialer.dial(TestClaims.runBeforeLock(order, fixture::dialDue));

    assertThat(dials).isZero();
    assertThat(gateway.calledOrders()).containsExactly(order.id());
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.load().consecutiveRefusals()).isEqualTo(1);
    assertThat(tenant.dials()).isZero();
    tenant.jump(Duration.ofHours(2));
    assertThat(other.dialer.runOnce().orders()).isEqualTo(1);
    assertThat(gateway.calledOrders()).containsExactly(order.id(), order.id());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialSubjectOfTwoOrdersOnce(boolean inThisOrder) throws Exception {
    PlacedOrder one = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    PlacedOrder two = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();

    var race = race(inThisOrder, TestClaims.forOrders(one), TestClaims.forOrders(two));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    other.dialer.dial(TestClaims.forOrders(two));
    assertDialed(one);
    assertThat(two.status()).isEqualTo("scheduled");
    assertThat(two.attempts()).isEmpty();
    assertThat(two.view().has("next_attempt_at")).isFalse();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialSharedPhoneOnce(boolean inThisOrder) throws Exception {
    String shared = MagicLine.BUSY.number(7);
    PlacedOrder one = tenant.anOrder().forSubject("erika").toPhone(shared).place();
    PlacedOrder two = tenant.anOrder().forSubject("max").toPhone(shared).place();
    fixture.planner.runOnce();

    var race = race(inThisOrder, TestClaims.forOrders(one), TestClaims.forOrders(two));

    assertThat(race.outcome())
        .describedAs("for the tenant's channels")
        .isEqualTo(RaceOutcome.WAITED);
    assertDialed(one);
    assertThat(two.attempts()).isEmpty();
    assertThat(fixture.dialer.runOnce().orders() + other.dialer.runOnce().orders()).isZero();
    fixture.receive(gateway.ended(one.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(other.dialer.runOnce().orders()).isEqualTo(1);
    assertThat(gateway.calledOrders()).containsExactly(one.id(), two.id());
    assertThat(tenant.dials()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialWaitingOrderOnceAfterTheCall(boolean inThisOrder) throws Exception {
    String shared = MagicLine.BUSY.number(7);
    PlacedOrder one = tenant.anOrder().forSubject("erika").toPhone(shared).place();
    PlacedOrder two = tenant.anOrder().forSubject("max").toPhone(shared).place();
    PlacedOrder three = tenant.anOrder().forSubject("anna").toPhone(shared).place();
    fixture.planner.runOnce();
    fixture.dialer.runOnce();
    fixture.receive(gateway.ended(one.attempt(), Disposition.BUSY, Cause.NORMAL));

    race(inThisOrder, TestClaims.forOrders(two), TestClaims.forOrders(three));

    assertThat(gateway.calledOrders()).containsExactly(one.id(), two.id());
    assertThat(fixture.dialer.runOnce().orders() + other.dialer.runOnce().orders()).isZero();
    fixture.receive(gateway.ended(two.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(fixture.dialer.runOnce().orders() + other.dialer.runOnce().orders()).isEqualTo(1);
    assertThat(gateway.calledOrders()).containsExactly(one.id(), two.id(), three.id());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepWithinConcurrentCalls(boolean inThisOrder) throws Exception {
    tenant.changeQuota("max_concurrent_calls", 3);
    PlacedOrder[] orders = planned(MagicLine.BUSY, 4).toArray(PlacedOrder[]::new);

    var race =
        race(
            inThisOrder,
            TestClaims.forOrders(orders[0], orders[1]),
            TestClaims.forOrders(orders[2], orders[3]));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(2);
    assertThat(race.second()).isEqualTo(1);
    assertDialed(orders[0], orders[1], orders[2]);
    assertThat(orders[3].status()).isEqualTo("scheduled");
    assertThat(tenant.dials()).isEqualTo(3);
  }

  @Test
  void keepWithinConcurrentCallsAcrossMidnight() throws Exception {
    tenant.changeQuota("max_concurrent_calls", 1);
    fixture.query(
        "UPDATE tenant SET timezone = 'Pacific/Kiritimati' WHERE id = $1 RETURNING id",
        tenant.id());
    List<PlacedOrder> orders = planned(MagicLine.BUSY, 2);

    var race =
        fixture.race(
            () -> fixture.dialer.dial(TestClaims.forOrders(orders.get(0))),
            () -> {
              tenant.jump(Duration.ofHours(3));
              return other.dialer.dial(TestClaims.forOrders(orders.get(1)));
            });

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertDialed(orders.get(0));
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepWithinDailyDials(boolean inThisOrder) throws Exception {
    List<PlacedOrder> orders = planned(MagicLine.BUSY, 2);
    tenant.changeQuota("max_dials_per_day", 1);

    var race =
        race(inThisOrder, TestClaims.forOrders(orders.get(0)), TestClaims.forOrders(orders.get(1)));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertDialed(orders.get(0));
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
    assertThat(orders.get(1).attempts()).isEmpty();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void planOrderOnce(boolean inThisOrder) throws Exception {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place().leftToPlanner();
    DialFixture first = inThisOrder ? fixture : other;
    DialFixture second = inThisOrder ? other : fixture;

    var race = fixture.race(first.planner::runOnce, second.planner::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(second.planner.plan(TestClaims.forOrders(order))).isZero();
    assertThat(order.eventTypes()).containsExactly("call_order.accepted", "call_order.scheduled");
  }

  /** Runs the first claim on the node that comes first. */
  private Race<Integer, Integer> race(
      boolean inThisOrder, BatchWorker.Claim first, BatchWorker.Claim second) throws Exception {
    Dialer ahead = inThisOrder ? fixture.dialer : other.dialer;
    Dialer behind = inThisOrder ? other.dialer : fixture.dialer;
    return fixture.race(() -> ahead.dial(first), () -> behind.dial(second));
  }

  private List<PlacedOrder> planned(MagicLine line, int count) {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(line).place()).limit(count).toList();
    fixture.planner.runOnce();
    return orders;
  }

  private void assertDialed(PlacedOrder... orders) {
    assertThat(gateway.calledOrders()).containsExactlyInAnyOrderElementsOf(ids(List.of(orders)));
    assertThat(orders)
        .allSatisfy(
            order -> {
              assertThat(order.status()).isEqualTo("dialing");
              assertThat(order.eventTypes())
                  .containsExactly(
                      "call_order.accepted", "call_order.scheduled", "call_order.dialing");
            });
  }

  private static List<UUID> ids(List<PlacedOrder> orders) {
    return orders.stream().map(PlacedOrder::id).toList();
  }
}
