package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.server.Await;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An objection that cannot be read or stored takes effect, even in an unknown call. */
class UnreadableObjectionsTest {
  private static final int ROUNDS = 12;

  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void isRecordedWhenItsCallIsRecordedFromOtherEvents() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID lost = AttemptIds.of(newId(), 1);
    PlacedOrder other = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();

    fixture.receive(malformed("call.objection", lost));
    fixture.receive(
        malformed("call.objection", lost), calls.accepted(lost, newId(), phone, "erika"));
    fixture.receive(calls.answered(lost));
    processor.runOnce();
    fixture.dialDue();
    fixture.enforceSuppressions();

    assertThat(calls.suppressions()).containsExactly(phone + " erika");
    assertThat(calls.recordedAttempts()).containsExactly(lost);
    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(failedWork()).isEqualTo(1);
    assertThat(calls.gateway.placed).isEmpty();
    assertThat(other.isEnded()).isTrue();
  }

  @Test
  void countsAsUnrecordedCall() {
    UUID lost = AttemptIds.of(newId(), 1);

    fixture.receive(malformed("call.objection", lost));
    processor.runOnce();

    assertThat(fixture.query("SELECT attempt_id FROM unknown_call WHERE NOT listed")).hasSize(1);
    assertThat(calls.gateway.queries).containsExactly(lost);
  }

  @Test
  void isRecordedWhenTheAttemptExistsFirst() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(malformed("call.objection", lost));
    fixture.dialDue();
    assertThat(order.attempt()).isEqualTo(lost);

    processor.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(calls.suppressions()).containsExactly(calls.phone(order) + " erika");
    Await.until("the events are deleted", () -> calls.unknownCalls().isEmpty());
  }

  @Test
  void isRecordedWhenItsEventCannotBeStored() throws SQLException {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID lost = AttemptIds.of(newId(), 1);
    AttemptUpdate.EventReceived objected =
        (AttemptUpdate.EventReceived) calls.gateway.objection(lost);
    refuseEvent(objected.event().header().eventId());
    List<String> confirmed = new ArrayList<>();
    Set<InboxProcessor.Effect> effects = Set.of();

    fixture.inbox.add(List.of(objected), () -> confirmed.add("confirmed"));
    for (int round = 0; round < ROUNDS && confirmed.isEmpty(); round++) {
      effects = fixture.inboxProcessor.runOnce().effects();
    }
    assertThat(effects).containsExactly(InboxProcessor.Effect.SUPPRESSION_ADDED);
    fixture.receive(calls.accepted(lost, newId(), phone, "erika"), calls.answered(lost));
    processor.runOnce();

    assertThat(confirmed).hasSize(1);
    assertThat(calls.suppressions()).containsExactly(phone + " erika");
    assertThat(calls.recordedAttempts()).containsExactly(lost);
  }

  @Test
  void isIgnoredWithoutACall() {
    fixture.receive(
        AttemptUpdate.Malformed.of(
            "item 1", new MalformedEvent(Map.of("type", "call.objection"), "no attempt")));

    assertThat(failedWork()).isEqualTo(1);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void otherMalformedItemIsNoObjection() {
    fixture.receive(malformed("call.sunspots", AttemptIds.of(newId(), 1)));

    assertThat(failedWork()).isEqualTo(1);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  private static AttemptUpdate malformed(String type, UUID attempt) {
    Map<String, Object> item =
        Map.of("type", type, "attempt_id", IdKind.CALL.format(attempt), "at", "yesterday");
    return AttemptUpdate.Malformed.of(
        "item of " + attempt, new MalformedEvent(item, "/at is no RFC 3339 timestamp"));
  }

  private void refuseEvent(String eventId) throws SQLException {
    calls.execute(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'refused';
        END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON unknown_call_event
          FOR EACH ROW WHEN (NEW.event_id = '%s') EXECUTE FUNCTION refuse()
        """
            .formatted(eventId));
  }

  private int failedWork() {
    return fixture.query("SELECT 1 FROM failed_work WHERE kind = 'gateway_event'").size();
  }
}
