package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An objection that appears only in the report of an unknown call becomes a suppression. */
class ReportedObjectionsTest {
  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void recordsReportedObjectionOfErasedSubject() {
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    UUID lost = UUID.randomUUID();
    String phone = tenant.newPhone(MagicLine.BUSY);
    fixture.receive(
        calls.accepted(lost, order.id(), phone),
        gateway.report(lost, UnknownCallsFixture.OBJECTION));
    erasing.request("erika");
    erasing.finish();

    processor.runOnce();

    assertThat(calls.suppressions()).containsExactly(phone + " null");
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("eu.callorders.server.dial.UnknownCallsFixture#objectingReports")
  void recordsReportedObjectionWithOnlyThePhone(Map<String, Object> report) {
    String phone = tenant.newPhone(MagicLine.BUSY);
    PlacedOrder other = tenant.anOrder().forSubject("erika").toPhone(phone).place();
    UUID lost = UUID.randomUUID();
    fixture.receive(
        calls.accepted(lost, UUID.randomUUID(), phone),
        calls.answered(lost),
        gateway.report(lost, report));

    processor.runOnce();
    fixture.enforceSuppressions();

    assertThat(calls.suppressions()).containsExactly(phone + " null");
    assertThat(other.isEnded()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("eu.callorders.server.dial.UnknownCallsFixture#objectingReports")
  void recordsObjectionReportedAfterTheCallIsRecorded(Map<String, Object> report) {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID lost = UUID.randomUUID();
    fixture.receive(calls.accepted(lost, UUID.randomUUID(), phone, "erika"), calls.answered(lost));
    processor.runOnce();
    assertThat(calls.recordedAttempts()).containsExactly(lost);

    fixture.receive(gateway.report(lost, report));

    assertThat(calls.suppressions()).containsExactly(phone + " erika");
  }
}
