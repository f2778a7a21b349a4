package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A clock advance runs through weeks in seconds without skipping work. */
@Tag("long")
class TestClockAdvanceTest {
  private static final String SLOW =
      "{\"delays\": {\"ring_ms\": 200, \"talk_ms\": 300, \"report_ms\": 200}}";

  @AutoClose private static final DialFixture fixture = new DialFixture().withLoops();

  private final TestTenant tenant = fixture.tenant();

  @Test
  void advancesThroughRetriesOfThreeWeeks() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(10).gapOfHours(48).place();

    tenant.advance(Duration.ofDays(21));

    assertThat(order.attempts()).hasSize(10);
    assertThat(order.summary()).isEqualTo("no_contact");
    Instant first = order.attempts().getFirst().intendedAt();
    assertThat(order.attempts().getLast().intendedAt())
        .isBetween(first.plus(Duration.ofDays(18)), first.plus(Duration.ofDays(21)));
  }

  @Test
  void endsAfterAllCallsAreReported() {
    List<PlacedOrder> orders =
        Stream.generate(
                () ->
                    tenant.anOrder().to(MagicLine.NO_ANSWER_THEN_ANSWERED).simulating(SLOW).place())
            .limit(5)
            .toList();

    tenant.advance(Duration.ofHours(5));

    assertThat(orders).allMatch(PlacedOrder::isEnded);
  }

  @Test
  void endsExactlyAtTheTarget() {
    Instant target = tenant.now().plus(Duration.ofDays(2));

    tenant.advanceTo(target);

    assertThat(tenant.now()).isBetween(target, target.plusSeconds(60));
    assertThat(tenant.clock().status()).isEqualTo("ready");
  }

  @Test
  void goesForwardOnly() {
    Instant before = tenant.now();

    tenant.advanceTo(before.minus(Duration.ofDays(1)));

    assertThat(tenant.now()).isBetween(before, before.plusSeconds(60));
  }

  @Test
  void secondAdvanceExtendsTheFirst() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(3).gapOfHours(24).place();
    Instant start = tenant.now();

    tenant.startAdvance(start.plus(Duration.ofDays(3)));
    tenant.startAdvance(start.plus(Duration.ofDays(1)));
    tenant.advanceTo(start.plus(Duration.ofDays(5)));

    assertThat(order.isEnded()).isTrue();
    assertThat(tenant.now()).isAfterOrEqualTo(start.plus(Duration.ofDays(5)));
  }

  @Test
  void clocksOfTwoTenantsAdvanceIndependently() {
    TestTenant other = fixture.tenant();
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).gapOfHours(24).place();
    PlacedOrder theirs = other.anOrder().to(MagicLine.BUSY).gapOfHours(24).place();

    tenant.startAdvance(tenant.now().plus(Duration.ofDays(4)));
    other.advance(Duration.ofDays(4));
    Await.until("the first walk ends", () -> tenant.clock().target().isEmpty());

    assertThat(order.isEnded()).isTrue();
    assertThat(theirs.isEnded()).isTrue();
  }

  @Test
  void haltedOrdersDoNotDelayIt() {
    for (String country : Arrays.asList("DE", null)) {
      Halt.Scope scope = new Halt.Scope(tenant.id(), country, null);
      fixture
          .database
          .asWorker(connection -> fixture.haltControl.halt(connection, scope, "fire drill"))
          .await();
      PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(2).gapOfHours(24).place();

      tenant.advance(Duration.ofDays(2));
      assertThat(order.status()).isEqualTo("scheduled");
      assertThat(order.attempts()).isEmpty();

      fixture
          .database
          .asWorker(connection -> fixture.haltControl.resume(connection, scope))
          .await();
      DialLoops.wakeAfterResume(fixture.vertx);
      Await.until("the order is dialed", () -> !order.attempts().isEmpty());
      tenant.advance(Duration.ofDays(3));
      assertThat(order.isEnded()).isTrue();
    }
  }

  @Test
  void missingReportDoesNotDelayIt() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_REPORT).place();

    tenant.advance(Duration.ofMinutes(10));
    assertThat(order.status()).isEqualTo("in_progress");
    tenant.advance(Duration.ofMinutes(10));

    assertThat(order.summary()).isEqualTo("outcome_unknown");
  }

  @Test
  void dueOrdersOfDisabledTenantDoNotDelayIt() {
    PlacedOrder order = scheduledAhead();
    tenant.disable(true);

    tenant.advance(Duration.ofDays(3));

    assertThat(order.attempts()).isEmpty();
  }

  @Test
  void dueOrdersWithoutChannelsDoNotDelayIt() {
    PlacedOrder order = scheduledAhead();
    tenant.changeQuota("max_concurrent_calls", 0);

    tenant.advance(Duration.ofDays(3));

    assertThat(order.attempts()).isEmpty();
  }

  @Test
  void usedUpContactsDoNotDelayIt() {
    tenant.changeQuota("max_contacts_per_subject_per_day", 0);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    tenant.advance(Duration.ofDays(3));

    assertThat(order.attempts()).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
  }

  private PlacedOrder scheduledAhead() {
    return tenant
        .anOrder()
        .to(MagicLine.BUSY)
        .notBefore(tenant.now().plus(Duration.ofDays(1)))
        .place()
        .awaitStatus("scheduled");
  }
}
