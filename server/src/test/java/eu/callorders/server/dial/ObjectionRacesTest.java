package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race.RaceOutcome;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of an objection with other calls of the subject. */
@Tag("long")
class ObjectionRacesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void objectionBeforeDialEndsOtherOrder() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder next =
        due(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).gapOfHours(1).place());

    var race =
        fixture.race(
            () -> tell(gateway.objection(spoken.attempt())),
            () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
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
    PlacedOrder next =
        due(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).gapOfHours(1).place());

    fixture.dialer.dial(
        TestClaims.runBeforeLock(next, () -> other.receive(gateway.objection(spoken.attempt()))));

    assertThat(next.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(spoken.id());
  }

  @Test
  void objectionAfterDialStopsUnansweredCallOfOtherOrder() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder next =
        due(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).gapOfHours(1).place());
    UUID objecting = spoken.attempt();

    var race =
        fixture.race(
            () -> fixture.dialer.runOnce().orders(), () -> tell(gateway.objection(objecting)));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
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

    var race =
        fixture.race(
            () -> tell(gateway.objection(objecting)), () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).hasSize(1);
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(tenant.suppressions()).isEqualTo(1);
  }

  @Test
  void objectionAfterDialStopsRetry() throws Exception {
    PlacedOrder order = voicemail();
    UUID objecting = order.attempt();

    var race =
        fixture.race(
            () -> fixture.dialer.runOnce().orders(), () -> tell(gateway.objection(objecting)));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(order.status()).isEqualTo("dialing");
    assertStoppedUnanswered(order);
    assertThat(gateway.placed).hasSize(2);
    assertThat(order.load().attemptCount()).isEqualTo(2);
    assertThat(tenant.suppressions()).isEqualTo(1);
  }

  @Test
  void objectionBeforeDialSuppressesPhoneOfOtherSubject() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder theirs =
        tenant.anOrder().forSubject("max").toPhone(MagicLine.OBJECTS.number(0)).place();
    fixture.planner.runOnce();

    var race =
        fixture.race(
            () -> tell(gateway.objection(spoken.attempt())),
            () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    fixture.dialer.runOnce();
    assertThat(theirs.status()).isEqualTo("canceled");
    assertThat(theirs.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(spoken.id());
  }

  @Test
  void objectionWaitsForDialOfThePhone() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    PlacedOrder theirs =
        tenant.anOrder().forSubject("max").toPhone(MagicLine.OBJECTS.number(0)).place();
    fixture.planner.runOnce();

    var race =
        fixture.race(
            () -> fixture.dialer.runOnce().orders(),
            () -> tell(gateway.objection(spoken.attempt())));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
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
    TestClient client = new TestClient(fixture, tenant.id());
    ObjectNode next = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();

    var race =
        fixture.race(
            () -> tell(gateway.objection(spoken.attempt())), () -> client.create("key", next));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(422);
    assertThat(race.second().code()).isEqualTo("subject_suppressed");
  }

  @Test
  void orderPlacedBeforeObjectionEnds() throws Exception {
    PlacedOrder spoken = answeredAndEnded();
    TestClient client = new TestClient(fixture, tenant.id());
    ObjectNode next = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();

    var race =
        fixture.race(
            () -> client.create("key", next), () -> tell(gateway.objection(spoken.attempt())));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo(202);
    PlacedOrder ended =
        new PlacedOrder(tenant, IdKind.ORDER.parse(race.first().id()).orElseThrow());
    assertThat(ended.summary()).isEqualTo("suppressed");
    assertThat(ended.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  private Void tell(AttemptUpdate update) {
    other.receive(update);
    return null;
  }

  /** Checks that the gateway receives a stop and the order ends with the call. */
  private void assertStoppedUnanswered(PlacedOrder order) {
    fixture.inboxProcessor.runOnce();
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).containsExactly(order.attempt());
    fixture.receive(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  /** An order whose conversation has ended and whose report is missing. */
  private PlacedOrder answeredAndEnded() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS).place();
    fixture.dialDue();
    fixture.receive(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    assertThat(order.status()).isEqualTo("in_progress");
    return order;
  }

  /** An order whose first attempt reached voicemail and whose second is due. */
  private PlacedOrder voicemail() {
    PlacedOrder order =
        tenant
            .anOrder()
            .forSubject("erika")
            .to(MagicLine.VOICEMAIL)
            .attempts(3)
            .gapOfHours(1)
            .place();
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.VOICEMAIL, Cause.NORMAL));
    return due(order);
  }

  private PlacedOrder due(PlacedOrder order) {
    fixture.planner.runOnce();
    assertThat(order.status()).isEqualTo("scheduled");
    tenant.jump(Duration.ofHours(2));
    return order;
  }
}
