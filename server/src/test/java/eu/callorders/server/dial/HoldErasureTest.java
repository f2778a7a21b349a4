package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.tenant.OutcomeSettings;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A hold outlives the erasure of its person, without its names. */
class HoldErasureTest {
  private static final String PHONE = MagicLine.BUSY.number(0);

  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;
  private final ErasureDriver erasure = new ErasureDriver(fixture, tenant);

  private Hold load(Hold hold) {
    return fixture
        .database
        .asTenant(tenant.id(), connection -> fixture.holds.find(connection, tenant.id(), hold.id()))
        .await()
        .orElseThrow();
  }

  private long rowsWith(String text) {
    return fixture
        .query("SELECT count(*) FROM hold h WHERE to_jsonb(h)::text LIKE '%' || $1 || '%'", text)
        .getFirst()
        .getLong(0);
  }

  private void erase(String subject) {
    erasure.request(subject);
    erasure.finish();
    assertThat(erasure.isDone()).isTrue();
  }

  @Test
  void erasedPersonStaysHeld() {
    Hold person = holds.place(HoldNames.ofSubject("erika"));
    holds.place(HoldNames.ofNumber("erika", new PhoneNumber(PHONE)));

    erase("erika");

    assertThat(rowsWith("erika") + rowsWith(PHONE)).isZero();
    assertThat(load(person).names()).isEqualTo(HoldNames.ERASED);
    assertThat(load(person).status()).isEqualTo(HoldStatus.ACTIVE);
    PlacedOrder again = holds.order("erika", PHONE);
    holds.dial();
    holds.assertHeld(again);
  }

  @Test
  void releaseOfAnErasedHoldWakesItsOrders() {
    Hold hold = holds.place(HoldNames.ofSubject("erika"));
    erase("erika");
    PlacedOrder again = holds.order("erika", PHONE);
    holds.dial();

    holds.release(hold);

    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.gateway.calledOrders()).containsExactly(again.id());
  }

  @Test
  void endedHoldLosesItsHashes() {
    Hold hold = holds.place(HoldNames.ofNumber("erika", new PhoneNumber(PHONE)));
    holds.release(hold);

    assertThat(
            fixture.query(
                "SELECT FROM hold WHERE id = $1 AND subject_hash IS NULL AND phone_hash IS NULL"
                    + " AND lookup_hash IS NULL",
                hold.id()))
        .hasSize(1);
    assertThat(load(hold).names().subjectReference()).isEqualTo("erika");
    erase("erika");
    assertThat(rowsWith("erika") + rowsWith(PHONE)).isZero();
  }

  @Test
  void holdOfACallThatEndsAfterTheRequestLosesItsNames() {
    fixture.change(
        tenant.id(),
        before ->
            TestTenants.with(
                before, new OutcomeSettings(OutcomeRules.RECOMMENDED, false, 3, null)));
    PlacedOrder order = holds.order("erika", PHONE);
    fixture.dialDue();
    fixture.receive(holds.gateway.answered(order.attempt()));
    erasure.request("erika");
    erasure.finish();
    assertThat(erasure.isDone()).isFalse();

    fixture.receive(
        holds.gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL),
        holds.gateway.report(order.attempt(), Map.of("summary_code", "wrong_number")));
    assertThat(rowsWith(PHONE)).isEqualTo(1);
    erasure.finish();

    assertThat(erasure.isDone()).isTrue();
    assertThat(rowsWith("erika") + rowsWith(PHONE)).isZero();
    assertThat(rowsWith("active")).isEqualTo(1);
  }

  @Test
  void personWhoComesBackIsTheSame() {
    Hold hold = holds.place(HoldNames.ofSubject("erika"));
    erase("erika");

    Hold again = holds.place(HoldNames.ofSubject("erika"));

    assertThat(again.id()).isEqualTo(hold.id());
    assertThat(load(hold).names().subjectReference()).isEqualTo("erika");
  }
}
