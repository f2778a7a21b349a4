package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.PlaceCall;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which lost orders a repeated one replaces: those with its idempotency key and subject. */
class RepeatedOrderKeyTest {
  @AutoClose private final RepeatedOrders repeated = new RepeatedOrders();
  private final UnknownCallsFixture calls = repeated.calls;
  private final DialFixture fixture = repeated.fixture;
  private final TestTenant tenant = repeated.tenant;
  private final UnknownCallProcessor processor = repeated.processor;

  @Test
  void ignoresOtherKeysAndSubjects() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();

    PlacedOrder otherKey = repeated.create("other", body);
    PlacedOrder otherPerson =
        repeated.create("key", tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).json());
    fixture.planner.runOnce();

    assertThat(otherKey.status()).isEqualTo("scheduled");
    assertThat(otherPerson.status()).isEqualTo("scheduled");
  }

  @Test
  void ignoresExpiredKey() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();
    fixture.query(
        "UPDATE gone_order_key SET recorded_at = now() - interval '49 hours' RETURNING order_id");

    PlacedOrder replacement = repeated.create("key", body);
    fixture.planner.runOnce();

    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    assertThat(replacement.status()).isEqualTo("scheduled");
  }

  @Test
  void attachesRecordedCallAfterMasterKeyRotation() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();

    repeated.rotateMasterKey();
    PlacedOrder replacement = repeated.create("key", body);
    fixture.planner.runOnce();

    repeated.assertEndsWithPromise(replacement, lost);
  }

  @Test
  void attachesCallAfterMasterKeyRotation() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = repeated.lose("key", body);
    repeated.rotateMasterKey();
    PlacedOrder replacement = repeated.create("key", body);

    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();

    repeated.assertEndsWithPromise(replacement, lost);
  }

  @Test
  void deletesKeyAndMarkOfReplacedOrder() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();
    assertThat(fixture.query("SELECT id FROM call_attempt WHERE order_gone")).hasSize(1);

    repeated.create("key", body);

    assertThat(fixture.query("SELECT id FROM call_attempt WHERE order_gone")).isEmpty();
    assertThat(fixture.query("SELECT order_id FROM gone_order_key")).isEmpty();
  }

  @Test
  void ignoresErasedSubject() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    erasing.request("erika");
    erasing.finish();

    PlacedOrder replacement = repeated.create("key", body);
    fixture.planner.runOnce();

    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    assertThat(fixture.query("SELECT order_id FROM gone_order_key")).isEmpty();
  }
}
