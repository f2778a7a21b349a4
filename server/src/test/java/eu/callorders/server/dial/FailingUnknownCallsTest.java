package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.AttemptIds;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that cannot be recorded delays no other call, and dialing only briefly. */
class FailingUnknownCallsTest {
  private static final int ROUNDS = 3;
  private static final int TRANSIENT_ROUNDS = 10;
  private static final String STATEMENT_TIMEOUT = "57014";
  private static final String FAULT = "P0001";

  private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture house = calls.house;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void recordsOtherCallsOfABatchWithATimeout() throws SQLException {
    UUID failing =
        UUID.fromString("00000000-0000-7000-8000-000000000001"); // the first of the round
    UUID other = AttemptIds.of(newId(), 1);
    house.tell(
        calls.accepted(failing, newId(), tenant.newNumber(MagicLine.BUSY), "erika"),
        calls.busy(failing),
        calls.accepted(other, newId(), tenant.newNumber(MagicLine.BUSY), "otto"),
        calls.busy(other));
    calls.refuse(failing, STATEMENT_TIMEOUT);

    processor.runOnce();

    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(calls.attempts()).singleElement().asString().startsWith("otto ");
  }

  @Test
  void parksCallAfterThreeFailuresAndSuppressesPhoneAndSubject() throws SQLException {
    String phone = tenant.newNumber(MagicLine.BUSY);
    UUID failing = AttemptIds.of(newId(), 1);
    PlacedOrder sameNumber = tenant.anOrder().of("otto").toNumber(phone).placed();
    PlacedOrder samePerson = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.tell(calls.accepted(failing, newId(), phone, "erika"), calls.busy(failing));
    calls.refuse(failing, FAULT);

    fail(ROUNDS - 1);
    assertThat(open()).isEqualTo(1);
    assertThat(calls.entries()).isEmpty();
    fail(1);

    assertThat(open()).isZero();
    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(calls.entries()).containsExactly(phone + " erika");
    assertThat(house.query("SELECT source FROM suppression").getFirst().getString(0))
        .isEqualTo("operator");
    assertThat(failedWork()).containsExactly("unknown_call " + failing);
    house.dialDue();
    house.enforceSuppressions();
    assertThat(calls.gateway.placed).isEmpty();
    assertThat(sameNumber.ended()).isTrue();
    assertThat(samePerson.ended()).isTrue();
  }

  @Test
  void suppressesOnceAndRecordsTheCallLater() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    house.tell(
        calls.accepted(failing, newId(), tenant.newNumber(MagicLine.BUSY), "erika"),
        calls.busy(failing));
    calls.refuse(failing, FAULT);
    fail(ROUNDS);
    house.query("DELETE FROM suppression RETURNING id"); // by an operator

    fail(1);
    assertThat(calls.entries()).isEmpty();
    calls.execute("DROP TRIGGER refuse ON call_attempt");
    fail(1);

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.attempts()).singleElement().asString().startsWith("erika ");
  }

  @Test
  void triesTransientFailuresTenTimes() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    house.tell(
        calls.accepted(failing, newId(), tenant.newNumber(MagicLine.BUSY), "erika"),
        calls.busy(failing));
    calls.refuse(failing, STATEMENT_TIMEOUT);

    fail(TRANSIENT_ROUNDS - 1);
    assertThat(open()).isEqualTo(1);
    fail(1);

    assertThat(open()).isZero();
    assertThat(calls.entries()).hasSize(1);
  }

  @Test
  void recordsObjectionEventOfFailingCall() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    String phone = tenant.newNumber(MagicLine.BUSY);
    house.tell(
        calls.accepted(failing, newId(), phone, "erika"),
        calls.gateway.objected(failing),
        calls.spoken(failing));
    calls.refuse(failing, FAULT);

    fail(ROUNDS);

    assertThat(sources()).containsExactly("in_call_request " + phone);
  }

  @Test
  void recordsReportedObjectionOfFailingCall() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    String phone = tenant.newNumber(MagicLine.BUSY);
    house.tell(
        calls.accepted(failing, newId(), phone, "erika"),
        calls.spoken(failing),
        calls.gateway.reported(failing, UnknownCallsFixture.OBJECTION));
    calls.refuse(failing, FAULT);

    fail(ROUNDS);

    assertThat(sources()).containsExactly("in_call_request " + phone);
  }

  @Test
  void recordsObjectionAfterTheCallWasParked() throws SQLException {
    UUID failing = AttemptIds.of(newId(), 1);
    String phone = tenant.newNumber(MagicLine.BUSY);
    house.tell(calls.accepted(failing, newId(), phone, "erika"), calls.spoken(failing));
    calls.refuse(failing, FAULT);
    fail(ROUNDS);
    house.query("DELETE FROM suppression RETURNING id"); // by an operator

    house.tell(calls.gateway.objected(failing));
    fail(1);
    assertThat(sources()).containsExactly("in_call_request " + phone);

    house.query("DELETE FROM suppression RETURNING id"); // by the client
    fail(1);
    assertThat(calls.entries()).isEmpty();
  }

  @Test
  void countsNoFailureThatCannotBeStored() throws SQLException {
    UUID lost = AttemptIds.of(newId(), 1);
    house.tell(
        calls.accepted(lost, newId(), tenant.newNumber(MagicLine.BUSY), "erika"), calls.busy(lost));
    calls.refuse(lost, FAULT);
    calls.execute(
        """
        CREATE TRIGGER refuse BEFORE UPDATE ON unknown_call
          FOR EACH ROW WHEN (NEW.failures > 0) EXECUTE FUNCTION refuse()
        """);

    assertThatThrownBy(processor::runOnce).hasMessageContaining("refused");

    assertThat(house.query("SELECT failures FROM unknown_call").getFirst().getInteger(0)).isZero();
    assertThat(open()).isEqualTo(1);
  }

  @Test
  void waitsForActiveAttemptAtThePhone() {
    PlacedOrder active = tenant.anOrder().of("otto").to(MagicLine.BUSY).placed();
    house.dialDue();
    UUID lost = AttemptIds.of(newId(), 1);
    house.tell(calls.accepted(lost, newId(), calls.phone(active), "erika"));

    fail(ROUNDS + 1);
    assertThat(open()).isEqualTo(1);
    assertThat(calls.entries()).isEmpty();

    house.tell(calls.busy(active.attempt()));
    fail(1);

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.attempts()).anyMatch(attempt -> attempt.startsWith("erika "));
  }

  @Test
  void recordsUnendedCallForEachSubjectWithThePhone() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    tenant.anOrder().of("erika").toNumber(phone).placed();
    tenant.anOrder().of("otto").toNumber(phone).placed();
    UUID lost = newId();
    house.tell(calls.accepted(lost, newId(), phone, null));

    processor.runOnce();

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.attempts())
        .hasSize(2)
        .anyMatch(attempt -> attempt.startsWith("erika " + phone + " closed"))
        .anyMatch(attempt -> attempt.startsWith("otto " + phone + " placed"));
    house.dialDue();
    assertThat(calls.gateway.placed).isEmpty();
  }

  @Test
  void recordsCallForSubjectsWithCollidingHashCodes() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    tenant.anOrder().of("Aa").toNumber(phone).placed();
    tenant.anOrder().of("BB").toNumber(phone).placed();
    UUID lost = newId();
    house.tell(calls.accepted(lost, newId(), phone, null), calls.busy(lost));

    processor.runOnce();

    assertThat(calls.attempts())
        .containsExactlyInAnyOrder("Aa " + phone + " closed busy", "BB " + phone + " closed busy");
  }

  private void fail(int rounds) {
    for (int i = 0; i < rounds; i++) {
      house.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
      processor.runOnce();
    }
  }

  private List<String> sources() {
    return house.query("SELECT source || ' ' || phone FROM suppression").stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private long open() {
    return house.query("SELECT count(*) FROM unknown_call WHERE NOT listed").getFirst().getLong(0);
  }

  private List<String> failedWork() {
    return house.query("SELECT kind, item_id FROM failed_work").stream()
        .map(row -> row.getString(0) + " " + row.getString(1))
        .toList();
  }
}
