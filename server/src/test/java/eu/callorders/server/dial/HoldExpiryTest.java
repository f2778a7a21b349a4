package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The end of holds by the clock of their tenant. */
class HoldExpiryTest {
  private static final String PHONE = MagicLine.BUSY.number(0);

  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;

  @Test
  void holdEndsAtItsInstant() {
    holds.order("erika", PHONE);
    holds.place(HoldNames.ofSubject("erika"), tenant.now().plusSeconds(3600));
    holds.dial();

    tenant.jump(Duration.ofMinutes(59));
    assertThat(holds.expire()).isZero();
    tenant.jump(Duration.ofMinutes(2));
    assertThat(holds.expire()).isEqualTo(1);

    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.holdEvents())
        .extracting(event -> event.path("type").asText())
        .containsExactly("hold.created", "hold.expired");
    assertThat(holds.holdEvents().getLast().at("/data/status").asText()).isEqualTo("expired");
    assertThat(holds.expire()).isZero();
  }

  @Test
  void dialComparesTheTimeItself() {
    holds.order("erika", PHONE);
    holds.place(HoldNames.ofSubject("erika"), tenant.now().plusSeconds(60));

    tenant.jump(Duration.ofMinutes(2));

    assertThat(holds.dial()).isEqualTo(1);
  }

  @Test
  void extensionMovesTheEnd() {
    PlacedOrder order = holds.order("erika", PHONE);
    HoldNames names = HoldNames.ofSubject("erika");
    Hold hold = holds.place(names, tenant.now().plusSeconds(60));
    holds.dial();

    assertThat(holds.place(names, tenant.now().plusSeconds(3600)).id()).isEqualTo(hold.id());
    assertThat(holds.place(names, tenant.now().plusSeconds(60)).until())
        .isAfter(tenant.now().plusSeconds(3000));
    tenant.jump(Duration.ofMinutes(2));

    assertThat(holds.expire()).isZero();
    holds.assertHeld(order);
    assertThat(holds.place(names).until()).isNull();
    tenant.jump(Duration.ofHours(2));
    assertThat(holds.expire()).isZero();
    holds.assertHeld(order);
  }

  @Test
  void holdThatEndsAtNightDialsAtTheOpeningOnce() {
    PlacedOrder order = holds.order("erika", PHONE);
    ZonedDateTime night =
        tenant.now().atZone(TestTenants.BERLIN).plusDays(1).with(LocalTime.of(3, 0));
    holds.place(HoldNames.ofSubject("erika"), night.toInstant());
    holds.dial();

    jumpTo(night.plusMinutes(1).toInstant());
    assertThat(holds.expire()).isEqualTo(1);
    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isZero();
    Instant opening = Instant.parse(holds.view(order).path("next_attempt_at").asText());
    assertThat(opening.atZone(TestTenants.BERLIN).toLocalDate()).isEqualTo(night.toLocalDate());
    assertThat(opening.atZone(TestTenants.BERLIN).getHour()).isBetween(7, 10);

    jumpTo(opening.plusSeconds(1));
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.dial()).isZero();
  }

  @Test
  void manyEndsOfOneSecondDialAtTheTenantsRate() {
    tenant.changeQuota("max_concurrent_calls", 2);
    Instant until = tenant.now().plusSeconds(60);
    List<PlacedOrder> orders =
        IntStream.range(0, 5)
            .mapToObj(each -> holds.order("person " + each, MagicLine.BUSY.number(each)))
            .toList();
    orders.forEach(
        order -> holds.place(HoldNames.ofSubject(order.load().subjectReference()), until));
    while (holds.heldOrders().size() < orders.size()) {
      fixture.dialer.runOnce();
    }

    tenant.jump(Duration.ofMinutes(2));
    assertThat(holds.expire()).isEqualTo(5);
    assertThat(holds.wake()).isEqualTo(5);

    assertThat(holds.dial()).isEqualTo(2);
    assertThat(holds.dial()).isZero();
  }

  private void jumpTo(Instant there) {
    tenant.jump(Duration.between(tenant.now(), there));
  }
}
