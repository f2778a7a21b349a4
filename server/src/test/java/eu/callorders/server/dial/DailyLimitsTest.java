package eu.callorders.server.dial;

import static eu.callorders.server.dial.PlacedOrder.at;
import static eu.callorders.server.dial.PlacedOrder.attempts;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Daily limits of a subject and of a tenant. */
class DailyLimitsTest {
  @AutoClose private static final DialFixture fixture = new DialFixture().withLoops();
  private final TestTenant tenant = fixture.tenant();

  @Test
  void limitsDailyContactsOfASubject() {
    tenant.changeQuota("max_contacts_per_subject_per_day", 1);
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_ANSWER).gapOfHours(1).place();

    tenant.advance(Duration.ofDays(5));

    List<LocalDate> days = order.attempts().stream().map(each -> at(each).toLocalDate()).toList();
    assertThat(days).hasSize(3).doesNotHaveDuplicates();
    assertThat(order.attempts())
        .extracting(attempt -> attempt.intent().contactDay())
        .isEqualTo(days);
  }

  @Test
  void limitsDailyDialsOfATenant() {
    Instant soon = tenant.now().plus(Duration.ofHours(1));
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.NO_OUTCOME).notBefore(soon).place())
            .limit(7)
            .toList();
    tenant.changeQuota("max_dials_per_day", 3);

    tenant.advance(Duration.ofDays(4));

    assertThat(orders).allMatch(PlacedOrder::isEnded);
    assertThat(
            attempts(orders).stream()
                .collect(
                    Collectors.groupingBy(
                        each -> at(each).toLocalDate(), TreeMap::new, Collectors.counting()))
                .values())
        .containsExactly(3L, 3L, 1L);
  }

  @Test
  void orderExpiresWhenDailyDialsAreUsedUp() {
    PlacedOrder order =
        tenant
            .anOrder()
            .to(MagicLine.NO_OUTCOME)
            .notBefore(tenant.now().plus(Duration.ofHours(1)))
            .notAfter(tenant.now().plus(Duration.ofHours(2)))
            .place()
            .awaitStatus("scheduled");
    tenant.changeQuota("max_dials_per_day", 0);

    tenant.advance(Duration.ofHours(3));

    assertThat(order.awaitEnd().summary()).isEqualTo("expired");
  }

  @Test
  void capacityRefusalUsesNoAttemptOrQuota() {
    tenant.changeQuota("max_dials_per_day", 1);
    tenant.changeQuota("max_contacts_per_subject_per_day", 1);
    PlacedOrder order = tenant.anOrder().to(MagicLine.OUT_OF_CAPACITY_TWICE).attempts(1).place();

    tenant.advance(Duration.ofHours(1));

    assertThat(order.summary()).isEqualTo("no_outcome");
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(order.attempts()).hasSize(3);
    assertThat(
            fixture
                .query("SELECT sum(dials) FROM dial_count WHERE tenant_id = $1", tenant.id())
                .getFirst()
                .getLong(0))
        .isEqualTo(1);
  }
}
