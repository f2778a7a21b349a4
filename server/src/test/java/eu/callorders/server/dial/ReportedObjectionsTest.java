package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An objection that appears only in the report of an unknown call becomes a suppression. */
class ReportedObjectionsTest {
  private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture house = calls.house;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void recordsReportedObjectionOfErasedSubject() {
    ErasureDriver erasing = new ErasureDriver(house, tenant);
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    house.tell(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    UUID lost = UUID.randomUUID();
    String phone = tenant.newNumber(MagicLine.BUSY);
    house.tell(
        calls.accepted(lost, order.id(), phone),
        gateway.reported(lost, UnknownCallsFixture.OBJECTION));
    erasing.request("erika");
    erasing.finish();

    processor.runOnce();

    assertThat(calls.entries()).containsExactly(phone + " null");
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void recordsReportedObjectionWithOnlyThePhone() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    PlacedOrder other = tenant.anOrder().of("erika").toNumber(phone).placed();
    UUID lost = UUID.randomUUID();
    house.tell(
        calls.accepted(lost, UUID.randomUUID(), phone),
        calls.spoken(lost),
        gateway.reported(lost, UnknownCallsFixture.OBJECTION));

    processor.runOnce();
    house.enforceSuppressions();

    assertThat(calls.entries()).containsExactly(phone + " null");
    assertThat(other.ended()).isTrue();
  }
}
