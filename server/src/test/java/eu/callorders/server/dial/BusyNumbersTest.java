package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.PlaceCall;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Orders of several subjects for one phone are dialed one after the other. */
class BusyNumbersTest {
  private static final String SHARED = MagicLine.BUSY.number(7);

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void otherOrderWaitsAndIsDialedAfterTheCallByAnyNode() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    int revision = two.revision();

    assertThat(house.dialer.runOnce()).isEqualTo(2);

    assertThat(called()).containsExactly(one.id());
    assertThat(waitsFor(two)).isEqualTo(SHARED);
    assertThat(two.revision()).isEqualTo(revision);
    assertThat(two.shown().has("next_attempt_at")).isFalse();
    assertThat(house.dialer.runOnce()).describedAs("it is not claimed meanwhile").isZero();
    end(one);
    try (DialFixture other = house.anotherNode()) {
      assertThat(other.dialer.runOnce()).isEqualTo(1);
    }
    assertThat(called()).containsExactly(one.id(), two.id());
    assertThat(waitsFor(two)).isNull();
  }

  @Test
  void explanationNamesTheRule() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    house.dialer.runOnce();

    DialExplanation explanation = house.explain(two);

    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.verdict() == Verdict.WAIT)
        .extracting(RuleVerdict::rule)
        .containsExactly(DialRule.NUMBER_BUSY);
    end(one);
    assertThat(house.explain(two).dialable()).isTrue();
  }

  @Test
  void anotherTenantMayDialThePhone() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder foreign = house.tenant().anOrder().of("max").toNumber(SHARED).placed();
    house.planner.runOnce();

    house.dialer.runOnce();

    assertThat(called()).containsExactlyInAnyOrder(one.id(), foreign.id());
  }

  @Test
  void orderWaitsForItsNextPhoneAlthoughAnotherIsFree() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two =
        tenant.anOrder().of("max").toNumber(SHARED).toNumber(MagicLine.BUSY.number(8)).placed();
    house.planner.runOnce();

    house.dialer.runOnce();
    assertThat(called()).containsExactly(one.id());
    end(one);
    house.dialer.runOnce();

    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId, PlaceCall::to)
        .contains(tuple(two.id(), SHARED));
  }

  @Test
  void secondOrderOfBusySubjectWaitsForTheActivePhone() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("erika", MagicLine.BUSY.number(8));

    house.dialer.runOnce();

    assertThat(waitsFor(two)).isEqualTo(SHARED);
    assertThat(house.dialer.runOnce()).isZero();
    end(one);
    assertThat(house.dialer.runOnce()).describedAs("planned for the end of the gap").isEqualTo(1);
    assertThat(waitsFor(two)).isNull();
    assertThat(two.shown().path("next_attempt_at").asText())
        .isGreaterThan(tenant.now().plus(Duration.ofMinutes(50)).toString());
  }

  @Test
  void canceledOrderStopsWaiting() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    PlacedOrder three = planned("anna", SHARED);
    house.dialer.runOnce();
    assertThat(waitsFor(two)).isEqualTo(SHARED);

    house.change(two, new OrderCommand.Cancel(null));

    assertThat(phonesOf(two)).isEqualTo("null null");
    end(one);
    house.dialer.runOnce();
    assertThat(called()).containsExactly(one.id(), three.id());
  }

  @Test
  void waitingOrderExpires() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two =
        tenant
            .anOrder()
            .of("max")
            .toNumber(SHARED)
            .notAfter(tenant.now().plus(Duration.ofHours(1)))
            .placed();
    house.planner.runOnce();
    house.dialer.runOnce();
    assertThat(waitsFor(two)).isEqualTo(SHARED);

    tenant.jump(Duration.ofHours(2));
    house.planner.runOnce();

    assertThat(two.status()).isEqualTo("expired");
    assertThat(phonesOf(two)).isEqualTo("null null");
    end(one);
    house.dialer.runOnce();
    assertThat(called()).containsExactly(one.id());
  }

  @Test
  void pausedOrderDoesNotDelayTheNext() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    PlacedOrder three = planned("anna", SHARED);
    house.dialer.runOnce();
    hold(two, true);
    end(one);

    house.dialer.runOnce();
    end(three);
    assertThat(house.dialer.runOnce()).isZero();
    hold(two, false);
    house.dialer.runOnce();

    assertThat(called()).containsExactly(one.id(), three.id(), two.id());
  }

  @Test
  void waitingOrderIsRescheduledAfterWindowHasClosed() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    house.dialer.runOnce();
    tenant.jump(Duration.ofHours(12));
    end(one);

    house.dialer.runOnce();

    assertThat(called()).containsExactly(one.id());
    assertThat(waitsFor(two)).isNull();
    assertThat(two.shown().path("next_attempt_at").asText()).endsWith("T06:00:00.000Z");
  }

  @Test
  void databaseRefusesSecondActiveAttempt() {
    PlacedOrder one = planned("erika", SHARED);
    house.dialer.runOnce();

    assertThatThrownBy(
            () ->
                house.query(
                    """
                    INSERT INTO call_attempt
                    SELECT (jsonb_populate_record(a, jsonb_build_object(
                             'id', gen_random_uuid(), 'subject_reference', 'max'))).*
                      FROM call_attempt a
                     WHERE a.id = $1
                    RETURNING id
                    """,
                    one.attempt()))
        .hasStackTraceContaining("one_active_attempt_per_number");
  }

  private PlacedOrder planned(String subject, String phone) {
    PlacedOrder order =
        tenant.anOrder().of(subject).toNumber(phone).gapOfHours(1).attempts(1).placed();
    house.planner.runOnce();
    return order;
  }

  private void end(PlacedOrder order) {
    house.tell(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
  }

  /** Holds the order as a pause of its enrollment does. */
  private void hold(PlacedOrder order, boolean held) {
    house.query("UPDATE call_order SET held = $2 WHERE id = $1 RETURNING id", order.id(), held);
  }

  private List<UUID> called() {
    return gateway.placed.stream().map(PlaceCall::orderId).toList();
  }

  private String waitsFor(PlacedOrder order) {
    return row(order).getString("waits_for_phone");
  }

  private String phonesOf(PlacedOrder order) {
    return row(order).getString("next_phone") + " " + waitsFor(order);
  }

  private Row row(PlacedOrder order) {
    return house
        .query("SELECT next_phone, waits_for_phone FROM call_order WHERE id = $1", order.id())
        .getFirst();
  }
}
