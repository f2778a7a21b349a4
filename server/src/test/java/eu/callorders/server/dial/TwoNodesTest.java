package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.Race;
import eu.callorders.server.Race.Meeting;
import eu.callorders.server.database.BatchWorker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dialers of two nodes compete for the same orders. */
class TwoNodesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final DialFixture other = house.anotherNode();
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    other.close();
    house.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialOrderOnce(boolean inThisOrder) throws Exception {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();
    house.planner.runOnce();

    var race = race(inThisOrder, TestClaims.of(order), TestClaims.of(order));

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isZero();
    assertDialed(order);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void dialOrderFoundByBothOnce() {
    List<PlacedOrder> orders = planned(MagicLine.BUSY, 50);
    PlacedOrder last = orders.getLast();

    int late = other.dialer.dial(TestClaims.findingBefore(last, house.dialer::runOnce));

    assertThat(late).isZero();
    assertThat(called()).containsExactlyInAnyOrderElementsOf(ids(orders));
    assertThat(tenant.dials()).isEqualTo(50);
  }

  @Test
  void skipOrderRefusedBeforeTheLock() {
    PlacedOrder order = planned(MagicLine.BUSY, 1).getFirst();
    PlaceResult later =
        new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, Duration.ofHours(1));
    gateway.answering(later);

    other.dialer.dial(TestClaims.findingBefore(order, house::dialDue));

    assertThat(called()).containsExactly(order.id());
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.loaded().refusalsInRow()).isEqualTo(1);
    assertThat(tenant.dials()).isZero();
    tenant.jump(Duration.ofHours(2));
    assertThat(other.dialer.runOnce()).isEqualTo(1);
    assertThat(called()).containsExactly(order.id(), order.id());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialSubjectOfTwoOrdersOnce(boolean inThisOrder) throws Exception {
    PlacedOrder one = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    PlacedOrder two = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.planner.runOnce();

    var race = race(inThisOrder, TestClaims.of(one), TestClaims.of(two));

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    other.dialer.dial(TestClaims.of(two));
    assertDialed(one);
    assertThat(two.status()).isEqualTo("scheduled");
    assertThat(two.attempts()).isEmpty();
    assertThat(two.shown().has("next_attempt_at")).isFalse();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialSharedPhoneOnce(boolean inThisOrder) throws Exception {
    String shared = MagicLine.BUSY.number(7);
    PlacedOrder one = tenant.anOrder().of("erika").toNumber(shared).placed();
    PlacedOrder two = tenant.anOrder().of("max").toNumber(shared).placed();
    house.planner.runOnce();

    var race = race(inThisOrder, TestClaims.of(one), TestClaims.of(two));

    assertThat(race.meeting()).describedAs("for the tenant's channels").isEqualTo(Meeting.WAITED);
    assertDialed(one);
    assertThat(two.attempts()).isEmpty();
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isZero();
    house.tell(gateway.ended(one.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(other.dialer.runOnce()).isEqualTo(1);
    assertThat(called()).containsExactly(one.id(), two.id());
    assertThat(tenant.dials()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialWaitingOrderOnceAfterTheCall(boolean inThisOrder) throws Exception {
    String shared = MagicLine.BUSY.number(7);
    PlacedOrder one = tenant.anOrder().of("erika").toNumber(shared).placed();
    PlacedOrder two = tenant.anOrder().of("max").toNumber(shared).placed();
    PlacedOrder three = tenant.anOrder().of("anna").toNumber(shared).placed();
    house.planner.runOnce();
    house.dialer.runOnce();
    house.tell(gateway.ended(one.attempt(), Disposition.BUSY, Cause.NORMAL));

    race(inThisOrder, TestClaims.of(two), TestClaims.of(three));

    assertThat(called()).containsExactly(one.id(), two.id());
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isZero();
    house.tell(gateway.ended(two.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isEqualTo(1);
    assertThat(called()).containsExactly(one.id(), two.id(), three.id());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepWithinConcurrentCalls(boolean inThisOrder) throws Exception {
    tenant.changeQuotas(quotas -> TestQuotas.calls(quotas, 3));
    PlacedOrder[] orders = planned(MagicLine.BUSY, 4).toArray(PlacedOrder[]::new);

    var race =
        race(inThisOrder, TestClaims.of(orders[0], orders[1]), TestClaims.of(orders[2], orders[3]));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(2);
    assertThat(race.second()).isEqualTo(1);
    assertDialed(orders[0], orders[1], orders[2]);
    assertThat(orders[3].status()).isEqualTo("scheduled");
    assertThat(tenant.dials()).isEqualTo(3);
  }

  @Test
  void keepWithinConcurrentCallsAcrossMidnight() throws Exception {
    tenant.changeQuotas(quotas -> TestQuotas.calls(quotas, 1));
    house.query(
        "UPDATE tenant SET timezone = 'Pacific/Kiritimati' WHERE id = $1 RETURNING id",
        tenant.id());
    List<PlacedOrder> orders = planned(MagicLine.BUSY, 2);

    var race =
        house.race(
            () -> house.dialer.dial(TestClaims.of(orders.get(0))),
            () -> {
              tenant.jump(Duration.ofHours(3));
              return other.dialer.dial(TestClaims.of(orders.get(1)));
            });

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertDialed(orders.get(0));
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepWithinDailyDials(boolean inThisOrder) throws Exception {
    List<PlacedOrder> orders = planned(MagicLine.BUSY, 2);
    tenant.changeQuotas(quotas -> TestQuotas.dials(quotas, 1));

    var race = race(inThisOrder, TestClaims.of(orders.get(0)), TestClaims.of(orders.get(1)));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertDialed(orders.get(0));
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
    assertThat(orders.get(1).attempts()).isEmpty();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void planOrderOnce(boolean inThisOrder) throws Exception {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();
    DialFixture first = inThisOrder ? house : other;
    DialFixture second = inThisOrder ? other : house;

    var race = house.race(first.planner::runOnce, second.planner::runOnce);

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertThat(second.planner.plan(TestClaims.of(order))).isZero();
    assertThat(order.eventTypes()).containsExactly("call_order.accepted", "call_order.scheduled");
  }

  /** Runs the first claim on the node that comes first. */
  private Race<Integer, Integer> race(
      boolean inThisOrder, BatchWorker.Claim first, BatchWorker.Claim second) throws Exception {
    Dialer ahead = inThisOrder ? house.dialer : other.dialer;
    Dialer behind = inThisOrder ? other.dialer : house.dialer;
    return house.race(() -> ahead.dial(first), () -> behind.dial(second));
  }

  private List<PlacedOrder> planned(MagicLine line, int count) {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(line).placed()).limit(count).toList();
    house.planner.runOnce();
    return orders;
  }

  private void assertDialed(PlacedOrder... orders) {
    assertThat(called()).containsExactlyInAnyOrderElementsOf(ids(List.of(orders)));
    assertThat(orders)
        .allSatisfy(
            order -> {
              assertThat(order.status()).isEqualTo("dialing");
              assertThat(order.eventTypes())
                  .containsExactly(
                      "call_order.accepted", "call_order.scheduled", "call_order.dialing");
            });
  }

  private List<UUID> called() {
    return gateway.placed.stream().map(PlaceCall::orderId).toList();
  }

  private static List<UUID> ids(List<PlacedOrder> orders) {
    return orders.stream().map(PlacedOrder::id).toList();
  }
}
