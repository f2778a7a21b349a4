package eu.callorders.server.dial;

import static eu.callorders.server.dial.TestSequence.TWO_CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.server.dial.TestClient.ClientResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which orders count as due today when a new one is accepted. */
class OrdersDueTodayTest {
  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;

  @Test
  void orderThatAHoldKeepsWithoutEndIsNotDue() {
    parkedForHold(null);

    assertRoomForOne();
  }

  @Test
  void orderThatAHoldKeepsBeyondTodayIsNotDue() {
    parkedForHold(startOfTomorrow());

    assertRoomForOne();
  }

  @Test
  void orderThatAHoldKeepsForTheMomentIsDue() {
    parkedForHold(tenant.now().plus(Duration.ofMinutes(1)));

    assertNoRoom();
  }

  @Test
  void heldOrderIsDueOnceItIsReleased() {
    holds.release(parkedForHold(null));
    holds.wake();

    assertNoRoom();
  }

  @Test
  void newOrderThatAHoldBarsIsNotDue() {
    tenant.anOrder().to(MagicLine.BUSY).notBefore(soon()).place();
    holds.place(HoldNames.ofSubject("erika"));
    tenant.changeQuota("max_dials_per_day", 1);

    assertThat(submit("erika").status()).isEqualTo(202);
    assertRefused(submit("max"));
  }

  @Test
  void newOrderThatAHoldBarsForTheMomentIsDue() {
    tenant.anOrder().to(MagicLine.BUSY).notBefore(soon()).place();
    holds.place(HoldNames.ofSubject("erika"), tenant.now().plus(Duration.ofMinutes(1)));
    tenant.changeQuota("max_dials_per_day", 1);

    assertRefused(submit("erika"));
  }

  @Test
  void heldOrderDoesNotPostponeAStep() {
    parkedForHold(null);
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    tenant.changeQuota("max_dials_per_day", 1);

    fixture.engine.runOnce();

    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void dueOrderPostponesAStep() {
    tenant.anOrder().to(MagicLine.BUSY).notBefore(soon()).place();
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    tenant.changeQuota("max_dials_per_day", 1);

    fixture.engine.runOnce();

    assertThat(enrollment.orders()).isEmpty();
    assertThat(enrollment.nextActionAt()).isAfter(tenant.now());
  }

  /** Parked for a halt of a country or a type; a halted tenant's orders stay in the queue. */
  @ParameterizedTest
  @CsvSource({"DE, false", "DE, true", ", false"})
  void haltedOrderStaysDueSinceTheHaltMayEndToday(@Nullable String country, boolean global) {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture
        .database
        .asWorker(
            connection ->
                fixture.haltControl.halt(
                    connection,
                    new Halt.Scope(global ? null : tenant.id(), country, null),
                    "fire drill"))
        .await();
    fixture.dialDue();
    assertThat(order.attempts()).isEmpty();

    assertNoRoom();
  }

  @Test
  void orderThatWaitsForItsPhoneIsDue() {
    String phone = MagicLine.BUSY.number(0);
    tenant.anOrder().forSubject("erika").toPhone(phone).place();
    fixture.dialDue();
    PlacedOrder waiting = tenant.anOrder().forSubject("max").toPhone(phone).place();
    fixture.dialDue();
    assertThat(
            fixture
                .query("SELECT waits_for_phone FROM call_order WHERE id = $1", waiting.id())
                .getFirst()
                .getString(0))
        .isEqualTo(phone);

    tenant.changeQuota("max_dials_per_day", 2);

    assertRefused(submit("moritz"));
  }

  @Test
  void dialedOrderCountsByItsDialOnly() {
    tenant.changeQuota("max_dials_per_day", 2);
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.dialDue();
    assertThat(order.attempts()).hasSize(1);

    assertThat(submit("max").status()).isEqualTo(202);
    assertRefused(submit("moritz"));
  }

  /** An order of a subject of its own that the dialer has parked for a hold. */
  private Hold parkedForHold(@Nullable Instant until) {
    PlacedOrder order = tenant.anOrder().forSubject("held").to(MagicLine.BUSY).place();
    Hold hold = holds.place(HoldNames.ofSubject("held"), until);
    fixture.dialDue();
    assertThat(holds.heldOrders()).containsExactly(order.id());
    return hold;
  }

  private void assertRoomForOne() {
    tenant.changeQuota("max_dials_per_day", 1);
    assertThat(submit("max").status()).isEqualTo(202);
    assertRefused(submit("moritz"));
  }

  private void assertNoRoom() {
    tenant.changeQuota("max_dials_per_day", 1);
    assertRefused(submit("max"));
  }

  private ClientResponse submit(String subject) {
    return new TestClient(fixture, tenant.id())
        .create(
            List.of(UUID.randomUUID().toString()),
            List.of(tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).json()))
        .getFirst();
  }

  private static void assertRefused(ClientResponse response) {
    assertThat(response.status()).isEqualTo(429);
    assertThat(response.code()).isEqualTo("quota_exceeded");
  }

  private Instant soon() {
    return tenant.now().plus(Duration.ofHours(1));
  }

  private Instant startOfTomorrow() {
    return tenant
        .now()
        .atZone(TestTenants.BERLIN)
        .toLocalDate()
        .plusDays(1)
        .atStartOfDay(TestTenants.BERLIN)
        .toInstant();
  }
}
