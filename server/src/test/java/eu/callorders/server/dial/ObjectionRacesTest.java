package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race.Meeting;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Races of an objection with other calls of the subject. */
class ObjectionRacesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final DialFixture other = house.anotherNode();
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    other.close();
    house.close();
  }

  @Test
  void objectionBeforeDialEndsOtherOrder() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder next = due(tenant.anOrder().of("erika").to(MagicLine.BUSY).gapOfHours(1).placed());

    var race =
        house.race(() -> tell(gateway.objected(spoken.attempt())), () -> house.dialer.runOnce());

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertThat(house.dialer.runOnce()).isZero();
    assertThat(next.status()).isEqualTo("canceled");
    assertThat(next.summary()).isEqualTo("suppressed");
    assertThat(next.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(spoken.id());
    assertThat(tenant.suppressions()).isEqualTo(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void objectionBeforeTheLockEndsOtherOrder() {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder next = due(tenant.anOrder().of("erika").to(MagicLine.BUSY).gapOfHours(1).placed());

    house.dialer.dial(
        TestClaims.findingBefore(next, () -> other.tell(gateway.objected(spoken.attempt()))));

    assertThat(next.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(spoken.id());
  }

  @Test
  void objectionAfterDialStopsUnansweredCallOfOtherOrder() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder next = due(tenant.anOrder().of("erika").to(MagicLine.BUSY).gapOfHours(1).placed());
    UUID objecting = spoken.attempt();

    var race = house.race(() -> house.dialer.runOnce(), () -> tell(gateway.objected(objecting)));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactly(spoken.id(), next.id());
    assertThat(next.status()).isEqualTo("dialing");
    assertStoppedUnanswered(next);
    assertThat(next.eventTypes())
        .containsExactly(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.dialing",
            "call.started",
            "call.ended",
            "call_order.canceled");
    assertThat(tenant.suppressions()).isEqualTo(1);
    assertThat(tenant.dials()).isEqualTo(2);
  }

  @Test
  void objectionBeforeDialEndsRetry() throws Exception {
    PlacedOrder order = voicemail();
    UUID objecting = order.attempt();

    var race = house.race(() -> tell(gateway.objected(objecting)), () -> house.dialer.runOnce());

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertThat(house.dialer.runOnce()).isZero();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).hasSize(1);
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
    assertThat(tenant.suppressions()).isEqualTo(1);
  }

  @Test
  void objectionAfterDialStopsRetry() throws Exception {
    PlacedOrder order = voicemail();
    UUID objecting = order.attempt();

    var race = house.race(() -> house.dialer.runOnce(), () -> tell(gateway.objected(objecting)));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(order.status()).isEqualTo("dialing");
    assertStoppedUnanswered(order);
    assertThat(gateway.placed).hasSize(2);
    assertThat(order.loaded().attemptCount()).isEqualTo(2);
    assertThat(tenant.suppressions()).isEqualTo(1);
  }

  @Test
  void objectionBeforeDialSuppressesPhoneOfOtherSubject() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder theirs = tenant.anOrder().of("max").toNumber(MagicLine.OBJECTS.number(0)).placed();
    house.planner.runOnce();

    var race =
        house.race(() -> tell(gateway.objected(spoken.attempt())), () -> house.dialer.runOnce());

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    house.dialer.runOnce();
    assertThat(theirs.status()).isEqualTo("canceled");
    assertThat(theirs.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(spoken.id());
  }

  @Test
  void objectionWaitsForDialOfThePhone() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder theirs = tenant.anOrder().of("max").toNumber(MagicLine.OBJECTS.number(0)).placed();
    house.planner.runOnce();

    var race =
        house.race(() -> house.dialer.runOnce(), () -> tell(gateway.objected(spoken.attempt())));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(theirs.status()).isEqualTo("dialing");
    assertThat(tenant.suppressions()).isEqualTo(1);
    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactly(spoken.id(), theirs.id());
  }

  @Test
  void orderPlacedDuringObjectionIsRefused() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    TestClient client = new TestClient(house, tenant.id());
    ObjectNode next = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();

    var race =
        house.race(
            () -> tell(gateway.objected(spoken.attempt())), () -> client.create("key", next));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.second().status()).isEqualTo(422);
    assertThat(race.second().code()).isEqualTo("subject_suppressed");
  }

  @Test
  void orderPlacedBeforeObjectionEnds() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    TestClient client = new TestClient(house, tenant.id());
    ObjectNode next = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();

    var race =
        house.race(
            () -> client.create("key", next), () -> tell(gateway.objected(spoken.attempt())));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first().status()).isEqualTo(202);
    PlacedOrder ended =
        new PlacedOrder(tenant, IdKind.ORDER.parse(race.first().id()).orElseThrow());
    assertThat(ended.summary()).isEqualTo("suppressed");
    assertThat(ended.eventTypes()).containsExactly("call_order.accepted", "call_order.canceled");
  }

  private Void tell(AttemptUpdate update) {
    other.tell(update);
    return null;
  }

  /** Checks that the gateway receives a stop and the order ends with the call. */
  private void assertStoppedUnanswered(PlacedOrder order) {
    house.inboxWork.runOnce();
    house.reconciler.runOnce();
    assertThat(gateway.toldToStop).containsExactly(order.attempt());
    house.tell(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  /** An order whose conversation has ended and whose report is missing. */
  private PlacedOrder answeredAndEnded() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.OBJECTS).placed();
    house.dialDue();
    house.tell(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    assertThat(order.status()).isEqualTo("in_progress");
    return order;
  }

  /** An order whose first attempt reached voicemail and whose second is due. */
  private PlacedOrder voicemail() {
    PlacedOrder order =
        tenant.anOrder().of("erika").to(MagicLine.VOICEMAIL).attempts(3).gapOfHours(1).placed();
    house.dialDue();
    house.tell(gateway.ended(order.attempt(), Disposition.VOICEMAIL, Cause.NORMAL));
    return due(order);
  }

  private PlacedOrder due(PlacedOrder order) {
    house.planner.runOnce();
    assertThat(order.status()).isEqualTo("scheduled");
    tenant.jump(Duration.ofHours(2));
    return order;
  }
}
