package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.AttemptIds;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that cannot be recorded delays no other call, and dialing only briefly. */
@Tag("long")
class FailingUnknownCallsTest {
  private static final int ROUNDS = 3;
  private static final int TRANSIENT_ROUNDS = 10;
  private static final String STATEMENT_TIMEOUT = "57014";
  private static final String FAULT = "P0001";

  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void recordsOtherCallsOfABatchWithATimeout() throws SQLException {
    UUID failing =
        UUID.fromString("00000000-0000-7000-8000-000000000001"); // the first of the round
    UUID other = AttemptIds.of(newId(), 1);
    fixture.receive(
        calls.accepted(failing, newId(), tenant.newPhone(MagicLine.BUSY), "erika"),
        calls.busy(failing),
        calls.accepted(other, newId(), tenant.newPhone(MagicLine.BUSY), "otto"),
        calls.busy(other));
    calls.failInsert(failing, STATEMENT_TIMEOUT);

    processor.runOnce();

    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(calls.attempts()).singleElement().asString().startsWith("otto ");
  }

  @Test
  void parksCallAfterThreeFailuresAndSuppressesPhoneAndSubject() throws SQLException {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID failing = AttemptIds.of(newId(), 1);
    PlacedOrder sameNumber = tenant.anOrder().forSubject("otto").toPhone(phone).place();
    PlacedOrder samePerson = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.receive(calls.accepted(failing, newId(), phone, "erika"), calls.busy(failing));
    calls.failInsert(failing, FAULT);

    fail(ROUNDS - 1);
    assertThat(open()).isEqualTo(1);
    assertThat(calls.suppressions()).isEmpty();
    fail(1);

    assertThat(open()).isZero();
    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(calls.suppressions()).containsExactly(phone + " erika");
    assertThat(fixture.query("SELECT source FROM suppression").getFirst().getString(0))
        .isEqualTo("operator");
    assertThat(failedWork()).containsExactly("unknown_call " + failing);
    fixture.dialDue();
    fixture.enforceSuppressions();
    assertThat(calls.gateway.placed).isEmpty();
    assertThat(sameNumber.isEnded()).isTrue();
    assertThat(samePerson.isEnded()).isTrue();
  }

  @Test
  void suppressesOnceAndRecordsTheCallLater() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    fixture.receive(
        calls.accepted(failing, newId(), tenant.newPhone(MagicLine.BUSY), "erika"),
        calls.busy(failing));
    calls.failInsert(failing, FAULT);
    fail(ROUNDS);
    fixture.query("DELETE FROM suppression RETURNING id"); // by an operator

    fail(1);
    assertThat(calls.suppressions()).isEmpty();
    calls.execute("DROP TRIGGER refuse ON call_attempt");
    fail(1);

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.attempts()).singleElement().asString().startsWith("erika ");
  }

  @Test
  void triesTransientFailuresTenTimes() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    fixture.receive(
        calls.accepted(failing, newId(), tenant.newPhone(MagicLine.BUSY), "erika"),
        calls.busy(failing));
    calls.failInsert(failing, STATEMENT_TIMEOUT);

    fail(TRANSIENT_ROUNDS - 1);
    assertThat(open()).isEqualTo(1);
    fail(1);

    assertThat(open()).isZero();
    assertThat(calls.suppressions()).hasSize(1);
  }

  @Test
  void recordsObjectionEventOfFailingCall() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    String phone = tenant.newPhone(MagicLine.BUSY);
    fixture.receive(
        calls.accepted(failing, newId(), phone, "erika"),
        calls.gateway.objection(failing),
        calls.answered(failing));
    calls.failInsert(failing, FAULT);

    fail(ROUNDS);

    assertThat(sources()).containsExactly("in_call_request " + phone);
  }

  @Test
  void recordsReportedObjectionOfFailingCall() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    String phone = tenant.newPhone(MagicLine.BUSY);
    fixture.receive(
        calls.accepted(failing, newId(), phone, "erika"),
        calls.answered(failing),
        calls.gateway.report(failing, UnknownCallsFixture.OBJECTION));
    calls.failInsert(failing, FAULT);

    fail(ROUNDS);

    assertThat(sources()).containsExactly("in_call_request " + phone);
  }

  @Test
  void recordsObjectionAfterTheCallWasParked() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    String phone = tenant.newPhone(MagicLine.BUSY);
    fixture.receive(calls.accepted(failing, newId(), phone, "erika"), calls.answered(failing));
    calls.failInsert(failing, FAULT);
    fail(ROUNDS);
    fixture.query("DELETE FROM suppression RETURNING id"); // by an operator

    fixture.receive(calls.gateway.objection(failing));
    fail(1);
    assertThat(sources()).containsExactly("in_call_request " + phone);

    fixture.query("DELETE FROM suppression RETURNING id"); // by the client
    fail(1);
    assertThat(calls.suppressions()).isEmpty();
  }

  @Test
  void countsNoFailureThatCannotBeStored() throws SQLException {
    UUID lost = AttemptIds.of(newId(), 1);
    fixture.receive(
        calls.accepted(lost, newId(), tenant.newPhone(MagicLine.BUSY), "erika"), calls.busy(lost));
    calls.failInsert(lost, FAULT);
    calls.execute(
        """
        CREATE TRIGGER refuse BEFORE UPDATE ON unknown_call
          FOR EACH ROW WHEN (NEW.failures > 0) EXECUTE FUNCTION refuse()
        """);

    assertThatThrownBy(processor::runOnce).hasMessageContaining("refused");

    assertThat(fixture.query("SELECT failures FROM unknown_call").getFirst().getInteger(0))
        .isZero();
    assertThat(open()).isEqualTo(1);
  }

  @Test
  void waitsForActiveAttemptAtThePhone() {
    PlacedOrder active = tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).place();
    fixture.dialDue();
    UUID lost = AttemptIds.of(newId(), 1);
    fixture.receive(calls.accepted(lost, newId(), calls.phone(active), "erika"));

    fail(ROUNDS + 1);
    assertThat(open()).isEqualTo(1);
    assertThat(calls.suppressions()).isEmpty();

    fixture.receive(calls.busy(active.attempt()));
    fail(1);

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.attempts()).anyMatch(attempt -> attempt.startsWith("erika "));
  }

  @Test
  void recordsUnendedCallForEachSubjectWithThePhone() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    tenant.anOrder().forSubject("erika").toPhone(phone).place();
    tenant.anOrder().forSubject("otto").toPhone(phone).place();
    UUID lost = newId();
    fixture.receive(calls.accepted(lost, newId(), phone, null));

    processor.runOnce();

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.attempts())
        .hasSize(2)
        .anyMatch(attempt -> attempt.startsWith("erika " + phone + " closed"))
        .anyMatch(attempt -> attempt.startsWith("otto " + phone + " placed"));
    fixture.dialDue();
    assertThat(calls.gateway.placed).isEmpty();
  }

  @Test
  void recordsCallForSubjectsWithCollidingHashCodes() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    tenant.anOrder().forSubject("Aa").toPhone(phone).place();
    tenant.anOrder().forSubject("BB").toPhone(phone).place();
    UUID lost = newId();
    fixture.receive(calls.accepted(lost, newId(), phone, null), calls.busy(lost));

    processor.runOnce();

    assertThat(calls.attempts())
        .containsExactlyInAnyOrder("Aa " + phone + " closed busy", "BB " + phone + " closed busy");
  }

  private void fail(int rounds) {
    for (int i = 0; i < rounds; i++) {
      fixture.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
      processor.runOnce();
    }
  }

  private List<String> sources() {
    return fixture.query("SELECT source || ' ' || phone FROM suppression").stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private long open() {
    return fixture
        .query("SELECT count(*) FROM unknown_call WHERE NOT listed")
        .getFirst()
        .getLong(0);
  }

  private List<String> failedWork() {
    return fixture.query("SELECT kind, item_id FROM failed_work").stream()
        .map(row -> row.getString(0) + " " + row.getString(1))
        .toList();
  }
}
