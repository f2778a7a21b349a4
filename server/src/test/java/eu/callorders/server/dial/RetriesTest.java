package eu.callorders.server.dial;

import static eu.callorders.server.dial.PlacedOrder.at;
import static eu.callorders.server.dial.PlacedOrder.attempts;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.call.CallAttempt;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When an order is dialed again. */
@Tag("long")
class RetriesTest {
  @AutoClose private static final DialFixture fixture = new DialFixture().withLoops();
  private final TestTenant tenant = fixture.tenant();

  @Test
  void keepsMinimumGapOverAllOrdersOfASubject() {
    List<PlacedOrder> orders =
        Stream.of(MagicLine.BUSY, MagicLine.NO_ANSWER, MagicLine.VOICEMAIL)
            .map(
                line ->
                    tenant.anOrder().forSubject("erika").to(line).attempts(2).gapOfHours(3).place())
            .toList();

    tenant.advance(Duration.ofDays(4));

    List<CallAttempt> attempts = attempts(orders);
    assertThat(attempts).hasSize(6);
    for (int place = 1; place < attempts.size(); place++) {
      Instant before = attempts.get(place - 1).attempt().endedAt();
      assertThat(attempts.get(place).intendedAt())
          .isAfterOrEqualTo(before.plus(Duration.ofHours(3)));
    }
  }

  @Test
  void neverDialsASubjectTwiceAtOnce() {
    List<PlacedOrder> orders =
        Stream.generate(
                () ->
                    tenant
                        .anOrder()
                        .forSubject("erika")
                        .to(MagicLine.BUSY)
                        .attempts(1)
                        .gapOfHours(1)
                        .simulating("{\"delays\": {\"ring_ms\": 50}}")
                        .place())
            .limit(5)
            .toList();

    tenant.advance(Duration.ofDays(2));

    List<CallAttempt> attempts = attempts(orders);
    assertThat(attempts).hasSize(5);
    for (int place = 1; place < attempts.size(); place++) {
      assertThat(attempts.get(place).intendedAt())
          .isAfter(attempts.get(place - 1).attempt().endedAt());
    }
  }

  @Test
  void rotatesThroughTheContacts() {
    PlacedOrder order =
        tenant
            .anOrder()
            .toPhone(MagicLine.BUSY.number(0))
            .toPhone(MagicLine.BUSY.number(1))
            .place();

    tenant.advance(Duration.ofDays(3));

    assertThat(phones(order))
        .containsExactly(
            MagicLine.BUSY.number(0), MagicLine.BUSY.number(1), MagicLine.BUSY.number(0));
  }

  @Test
  void skipsUnallocatedPhone() {
    PlacedOrder order =
        tenant
            .anOrder()
            .toPhone(MagicLine.UNALLOCATED.number(0))
            .toPhone(MagicLine.BUSY.number(0))
            .attempts(4)
            .place();

    tenant.advance(Duration.ofDays(4));

    assertThat(phones(order))
        .containsExactly(
            MagicLine.UNALLOCATED.number(0),
            MagicLine.BUSY.number(0),
            MagicLine.BUSY.number(0),
            MagicLine.BUSY.number(0));
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void expiresWhenNotAfterLeavesNoInstant() {
    PlacedOrder order =
        tenant
            .anOrder()
            .to(MagicLine.BUSY)
            .attempts(10)
            .notAfter(tenant.now().plus(Duration.ofHours(5)))
            .place();

    tenant.advance(Duration.ofDays(1));

    assertThat(order.attempts()).hasSize(2);
    assertThat(order.status()).isEqualTo("expired");
    assertThat(order.summary()).isEqualTo("expired");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("window_closed");
    assertThat(order.result().at("/reachability").asText()).isEqualTo("not_reached");
  }

  @Test
  void expiresThirtyDaysAfterAcceptance() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(10).gapOfHours(168).place();

    tenant.advance(Duration.ofDays(40));

    assertThat(order.attempts()).hasSize(5);
    assertThat(order.status()).isEqualTo("expired");
  }

  @Test
  void doesNotDialBeforeNotBefore() {
    Instant notBefore = tenant.now().plus(Duration.ofDays(1));
    PlacedOrder order =
        tenant.anOrder().to(MagicLine.BUSY).attempts(1).notBefore(notBefore).place();

    tenant.advance(Duration.ofHours(23));
    assertThat(order.attempts()).isEmpty();
    tenant.advance(Duration.ofHours(2));

    assertThat(order.attempts().getFirst().intendedAt())
        .isBetween(notBefore, notBefore.plusSeconds(60));
  }

  @Test
  void randomizesRetriesWithinTheWindow() {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).attempts(2).randomized().place())
            .limit(20) // fewer might all come within two hours by chance
            .toList();

    tenant.advance(Duration.ofDays(2));

    List<LocalTime> retries =
        orders.stream().map(order -> at(order.attempts().get(1)).toLocalTime()).toList();
    assertThat(retries)
        .allMatch(
            time -> !time.isBefore(LocalTime.of(14, 0)) && time.isBefore(LocalTime.of(20, 0)));
    assertThat(retries.stream().map(LocalTime::getHour).distinct().count()).isGreaterThan(2);
  }

  @Test
  void dialsOnlyInTheCallTimesOfTheOrder() {
    PlacedOrder order =
        tenant
            .anOrder()
            .to(MagicLine.BUSY)
            .attempts(2)
            .callTimes("[{\"days\": [\"fri\"], \"from\": \"15:00\", \"to\": \"15:30\"}]")
            .place();

    tenant.advance(Duration.ofDays(14));

    assertThat(order.attempts()).hasSize(2);
    assertThat(order.attempts())
        .allSatisfy(
            attempt -> {
              assertThat(at(attempt).getDayOfWeek()).isEqualTo(DayOfWeek.FRIDAY);
              assertThat(at(attempt).toLocalTime())
                  .isBetween(LocalTime.of(15, 0), LocalTime.of(15, 30));
            });
  }

  @Test
  void dialsOnlyInTheHoursOfTheTenant() {
    tenant.callingHours(
        """
        {"local_call_times": [{"days": ["thu"], "from": "16:00", "to": "17:00"}],
         "timezone": "Europe/London"}
        """);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();

    tenant.advance(Duration.ofDays(8));

    assertThat(at(order.attempts().getFirst()).getDayOfWeek()).isEqualTo(DayOfWeek.THURSDAY);
    assertThat(at(order.attempts().getFirst()).getHour()).isEqualTo(17);
  }

  @Test
  void ordersOfADisabledTenantWait() {
    tenant.disable(true);
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_OUTCOME).place().awaitStatus("scheduled");

    tenant.advance(Duration.ofDays(1));
    assertThat(order.attempts()).isEmpty();
    tenant.disable(false);

    assertThat(order.awaitEnd().summary()).isEqualTo("no_outcome");
  }

  @Test
  void orderOfDisabledTenantExpires() {
    PlacedOrder order =
        tenant
            .anOrder()
            .to(MagicLine.NO_OUTCOME)
            .notBefore(tenant.now().plus(Duration.ofHours(1)))
            .notAfter(tenant.now().plus(Duration.ofHours(2)))
            .place()
            .awaitStatus("scheduled");
    tenant.disable(true);

    tenant.advance(Duration.ofHours(3));

    assertThat(order.awaitEnd().summary()).isEqualTo("expired");
    assertThat(order.attempts()).isEmpty();
  }

  private static List<String> phones(PlacedOrder order) {
    return order.attempts().stream().map(each -> each.attempt().phone().e164()).toList();
  }
}
