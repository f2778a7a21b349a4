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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Orders of several subjects for one phone are dialed one after the other. */
@Tag("long")
class BusyPhonesTest {
  private static final String SHARED = MagicLine.BUSY.number(7);

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void otherOrderWaitsAndIsDialedAfterTheCallByAnyNode() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    int revision = two.revision();

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(2);

    assertThat(gateway.calledOrders()).containsExactly(one.id());
    assertThat(waitsFor(two)).isEqualTo(SHARED);
    assertThat(two.revision()).isEqualTo(revision);
    assertThat(two.view().has("next_attempt_at")).isFalse();
    assertThat(fixture.dialer.runOnce().orders())
        .describedAs("it is not claimed meanwhile")
        .isZero();
    end(one);
    try (DialFixture other = fixture.anotherNode()) {
      assertThat(other.dialer.runOnce().orders()).isEqualTo(1);
    }
    assertThat(gateway.calledOrders()).containsExactly(one.id(), two.id());
    assertThat(waitsFor(two)).isNull();
  }

  @Test
  void explanationNamesTheRule() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    fixture.dialer.runOnce();

    DialExplanation explanation = fixture.explain(two);

    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.verdict() == Verdict.WAIT)
        .extracting(RuleVerdict::rule)
        .containsExactly(DialRule.NUMBER_BUSY);
    end(one);
    assertThat(fixture.explain(two).dialable()).isTrue();
  }

  @Test
  void anotherTenantMayDialThePhone() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder foreign = fixture.tenant().anOrder().forSubject("max").toPhone(SHARED).place();
    fixture.planner.runOnce();

    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactlyInAnyOrder(one.id(), foreign.id());
  }

  @Test
  void orderWaitsForItsNextPhoneAlthoughAnotherIsFree() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two =
        tenant
            .anOrder()
            .forSubject("max")
            .toPhone(SHARED)
            .toPhone(MagicLine.BUSY.number(8))
            .place();
    fixture.planner.runOnce();

    fixture.dialer.runOnce();
    assertThat(gateway.calledOrders()).containsExactly(one.id());
    end(one);
    fixture.dialer.runOnce();

    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId, call -> call.to().e164())
        .contains(tuple(two.id(), SHARED));
  }

  @Test
  void secondOrderOfBusySubjectWaitsForTheActivePhone() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("erika", MagicLine.BUSY.number(8));

    fixture.dialer.runOnce();

    assertThat(waitsFor(two)).isEqualTo(SHARED);
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    end(one);
    assertThat(fixture.dialer.runOnce().orders())
        .describedAs("planned for the end of the gap")
        .isEqualTo(1);
    assertThat(waitsFor(two)).isNull();
    assertThat(two.view().path("next_attempt_at").asText())
        .isGreaterThan(tenant.now().plus(Duration.ofMinutes(50)).toString());
  }

  @Test
  void canceledOrderStopsWaiting() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    PlacedOrder three = planned("anna", SHARED);
    fixture.dialer.runOnce();
    assertThat(waitsFor(two)).isEqualTo(SHARED);

    fixture.orders.change(two, new OrderCommand.Cancel(null));

    assertThat(phonesOf(two)).isEqualTo("null null");
    end(one);
    fixture.dialer.runOnce();
    assertThat(gateway.calledOrders()).containsExactly(one.id(), three.id());
  }

  @Test
  void waitingOrderExpires() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two =
        tenant
            .anOrder()
            .forSubject("max")
            .toPhone(SHARED)
            .notAfter(tenant.now().plus(Duration.ofHours(1)))
            .place();
    fixture.planner.runOnce();
    fixture.dialer.runOnce();
    assertThat(waitsFor(two)).isEqualTo(SHARED);

    tenant.jump(Duration.ofHours(2));
    fixture.planner.runOnce();

    assertThat(two.status()).isEqualTo("expired");
    assertThat(phonesOf(two)).isEqualTo("null null");
    end(one);
    fixture.dialer.runOnce();
    assertThat(gateway.calledOrders()).containsExactly(one.id());
  }

  @Test
  void pausedOrderDoesNotDelayTheNext() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    PlacedOrder three = planned("anna", SHARED);
    fixture.dialer.runOnce();
    hold(two, true);
    end(one);

    fixture.dialer.runOnce();
    end(three);
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    hold(two, false);
    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactly(one.id(), three.id(), two.id());
  }

  @Test
  void waitingOrderIsRescheduledAfterWindowHasClosed() {
    PlacedOrder one = planned("erika", SHARED);
    PlacedOrder two = planned("max", SHARED);
    fixture.dialer.runOnce();
    tenant.jump(Duration.ofHours(12));
    end(one);

    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactly(one.id());
    assertThat(waitsFor(two)).isNull();
    assertThat(two.view().path("next_attempt_at").asText()).endsWith("T06:00:00.000Z");
  }

  @Test
  void databaseRefusesSecondActiveAttempt() {
    PlacedOrder one = planned("erika", SHARED);
    fixture.dialer.runOnce();

    assertThatThrownBy(
            () ->
                fixture.query(
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
        tenant.anOrder().forSubject(subject).toPhone(phone).gapOfHours(1).attempts(1).place();
    fixture.planner.runOnce();
    return order;
  }

  private void end(PlacedOrder order) {
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
  }

  /** Holds the order as a pause of its enrollment does. */
  private void hold(PlacedOrder order, boolean held) {
    fixture.query("UPDATE call_order SET held = $2 WHERE id = $1 RETURNING id", order.id(), held);
  }

  private String waitsFor(PlacedOrder order) {
    return row(order).getString("waits_for_phone");
  }

  private String phonesOf(PlacedOrder order) {
    return row(order).getString("next_phone") + " " + waitsFor(order);
  }

  private Row row(PlacedOrder order) {
    return fixture
        .query("SELECT next_phone, waits_for_phone FROM call_order WHERE id = $1", order.id())
        .getFirst();
  }
}
