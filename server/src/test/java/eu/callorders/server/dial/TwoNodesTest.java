package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race;
import eu.callorders.server.Race.Meeting;
import eu.callorders.server.database.ClaimedBatches;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dialers of two nodes, each with connections of its own, that want the same at once. */
class TwoNodesTest {
  private final HandGateway gateway = new HandGateway();
  private final DialHouse house = DialHouse.over(gateway);
  private final DialHouse other = house.anotherNode();
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    other.close();
    house.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialAnOrderOnce(boolean inThisOrder) throws Exception {
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();
    house.planner.runOnce();

    var race = race(inThisOrder, Claims.of(order), Claims.of(order));

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isZero();
    assertDialled(order);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void dialAnOrderOnceThatBothHaveFoundBeforeOneOfThemLockedIt() {
    List<PlacedOrder> orders = planned(Line.BUSY, 50);
    PlacedOrder last = orders.getLast();

    int late = other.dialer.dial(Claims.findingBefore(last, house.dialer::runOnce));

    assertThat(late).isZero();
    assertThat(called()).containsExactlyInAnyOrderElementsOf(ids(orders));
    assertThat(tenant.dials()).isEqualTo(50);
  }

  @Test
  void leaveAnOrderForLaterThatTheGatewayHasRefusedBetweenALookAndItsLock() {
    PlacedOrder order = planned(Line.BUSY, 1).getFirst();
    PlaceAnswer later = new PlaceAnswer.Refused(PlaceAnswer.Refusal.CAPACITY, Duration.ofHours(1));
    gateway.answering(later);

    other.dialer.dial(Claims.findingBefore(order, house::dialDue));

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
  void callAPersonOnceAlthoughEachHasAnOrder(boolean inThisOrder) throws Exception {
    PlacedOrder one = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    PlacedOrder two = tenant.anOrder().of("erika").to(Line.BUSY).placed();
    house.planner.runOnce();

    var race = race(inThisOrder, Claims.of(one), Claims.of(two));

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    other.dialer.dial(Claims.of(two));
    assertDialled(one);
    assertThat(two.status()).isEqualTo("scheduled");
    assertThat(two.attempts()).isEmpty();
    assertThat(two.shown().has("next_attempt_at")).isFalse();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialANumberOnceAlthoughTwoPersonsShareIt(boolean inThisOrder) throws Exception {
    String shared = Line.BUSY.number(7);
    PlacedOrder one = tenant.anOrder().of("erika").toNumber(shared).placed();
    PlacedOrder two = tenant.anOrder().of("max").toNumber(shared).placed();
    house.planner.runOnce();

    var race = race(inThisOrder, Claims.of(one), Claims.of(two));

    assertThat(race.meeting()).describedAs("for the tenant's channels").isEqualTo(Meeting.WAITED);
    assertDialled(one);
    assertThat(two.attempts()).isEmpty();
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isZero();
    house.tell(gateway.ended(one.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(other.dialer.runOnce()).isEqualTo(1);
    assertThat(called()).containsExactly(one.id(), two.id());
    assertThat(tenant.dials()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialAWaitingOrderOnceAfterTheCall(boolean inThisOrder) throws Exception {
    String shared = Line.BUSY.number(7);
    PlacedOrder one = tenant.anOrder().of("erika").toNumber(shared).placed();
    PlacedOrder two = tenant.anOrder().of("max").toNumber(shared).placed();
    PlacedOrder three = tenant.anOrder().of("anna").toNumber(shared).placed();
    house.planner.runOnce();
    house.dialer.runOnce();
    house.tell(gateway.ended(one.attempt(), Disposition.BUSY, Cause.NORMAL));

    race(inThisOrder, Claims.of(two), Claims.of(three));

    assertThat(called()).containsExactly(one.id(), two.id());
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isZero();
    house.tell(gateway.ended(two.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(house.dialer.runOnce() + other.dialer.runOnce()).isEqualTo(1);
    assertThat(called()).containsExactly(one.id(), two.id(), three.id());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void useNoMoreChannelsThanTheTenantHas(boolean inThisOrder) throws Exception {
    tenant.changeQuotas(quotas -> Quotas.calls(quotas, 3));
    PlacedOrder[] orders = planned(Line.BUSY, 4).toArray(PlacedOrder[]::new);

    var race = race(inThisOrder, Claims.of(orders[0], orders[1]), Claims.of(orders[2], orders[3]));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(2);
    assertThat(race.second()).isEqualTo(1);
    assertDialled(orders[0], orders[1], orders[2]);
    assertThat(orders[3].status()).isEqualTo("scheduled");
    assertThat(tenant.dials()).isEqualTo(3);
  }

  @Test
  void useNoMoreChannelsThanTheTenantHasAlthoughItsDayChangesMeanwhile() throws Exception {
    tenant.changeQuotas(quotas -> Quotas.calls(quotas, 1));
    house.query(
        "UPDATE tenant SET timezone = 'Pacific/Kiritimati' WHERE id = $1 RETURNING id",
        tenant.id());
    List<PlacedOrder> orders = planned(Line.BUSY, 2);

    var race =
        house.race(
            () -> house.dialer.dial(Claims.of(orders.get(0))),
            () -> {
              tenant.jump(Duration.ofHours(3));
              return other.dialer.dial(Claims.of(orders.get(1)));
            });

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertDialled(orders.get(0));
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dialNoMoreThanTheTenantMayOnADay(boolean inThisOrder) throws Exception {
    List<PlacedOrder> orders = planned(Line.BUSY, 2);
    tenant.changeQuotas(quotas -> Quotas.dials(quotas, 1));

    var race = race(inThisOrder, Claims.of(orders.get(0)), Claims.of(orders.get(1)));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertDialled(orders.get(0));
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
    assertThat(orders.get(1).attempts()).isEmpty();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void planAnOrderOnce(boolean inThisOrder) throws Exception {
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();
    DialHouse first = inThisOrder ? house : other;
    DialHouse second = inThisOrder ? other : house;

    var race = house.race(first.planner::runOnce, second.planner::runOnce);

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertThat(second.planner.plan(Claims.of(order))).isZero();
    assertThat(order.eventTypes()).containsExactly("call_order.accepted", "call_order.scheduled");
  }

  /** The first claim is that of the node which comes first. */
  private Race<Integer, Integer> race(
      boolean inThisOrder, ClaimedBatches.Claim first, ClaimedBatches.Claim second)
      throws Exception {
    Dialer ahead = inThisOrder ? house.dialer : other.dialer;
    Dialer behind = inThisOrder ? other.dialer : house.dialer;
    return house.race(() -> ahead.dial(first), () -> behind.dial(second));
  }

  private List<PlacedOrder> planned(Line line, int count) {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(line).placed()).limit(count).toList();
    house.planner.runOnce();
    return orders;
  }

  private void assertDialled(PlacedOrder... orders) {
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
