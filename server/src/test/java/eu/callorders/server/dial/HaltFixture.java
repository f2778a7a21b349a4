package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceCall;
import java.util.List;

/** Planned orders and the halts that stop them. */
final class HaltFixture implements AutoCloseable {
  static final Halt.Scope EVERYTHING = new Halt.Scope(null, null, null);
  static final Halt.Scope GERMANY = new Halt.Scope(null, "DE", null);
  static final Halt.Scope REMINDERS = new Halt.Scope(null, null, "payment_reminder");
  final ScriptedGateway gateway = new ScriptedGateway();
  final DialFixture fixture = DialFixture.withGateway(gateway);
  final TestTenant tenant = fixture.tenant();

  static PlacedOrder planned(TestTenant tenant, String phone) {
    PlacedOrder order = tenant.anOrder().toPhone(phone).gapOfHours(1).place();
    tenant.fixture().planner.runOnce();
    return order;
  }

  Halt halt(Halt.Scope scope) {
    return fixture
        .database
        .asWorker(connection -> fixture.haltControl.halt(connection, scope, "fire drill"))
        .await();
  }

  List<Halt> resume(Halt.Scope scope) {
    return fixture
        .database
        .asWorker(connection -> fixture.haltControl.resume(connection, scope))
        .await();
  }

  List<Halt.Scope> inForce() {
    return fixture.database.asWorker(fixture.haltControl::active).await().halts().stream()
        .map(Halt::scope)
        .toList();
  }

  /** The order waits unchanged, and the dialer does not read it again. */
  void assertUntouched(PlacedOrder order) {
    int revision = order.revision();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(order.revision()).isEqualTo(revision);
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.attempts()).isEmpty();
    assertThat(gateway.placed).extracting(PlaceCall::orderId).doesNotContain(order.id());
    assertThat(order.eventTypes()).containsExactly("call_order.accepted", "call_order.scheduled");
  }

  void assertDialed(PlacedOrder order) {
    assertThat(fixture.dialer.runOnce().orders()).isPositive();
    assertThat(gateway.placed).extracting(PlaceCall::orderId).contains(order.id());
  }

  @Override
  public void close() {
    fixture.close();
  }
}
