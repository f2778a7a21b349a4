package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors of a tenant that exceeds its quotas. */
class CapacityRefusalsTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static RunningService service;
  private RunningTenant tenant;

  @BeforeAll
  static void begin() {
    service = RunningService.shared();
  }

  @BeforeEach
  void newTenant() {
    tenant = service.newTenant();
  }

  @Test
  void rejectsOrderAboveBacklogQuota() {
    limit("max_open_orders", 2);
    tenant.create(tenant.laterOrder());
    tenant.create(tenant.laterOrder());

    ServiceResponse refused = tenant.api().create(tenant.laterOrder().json());

    assertThat(refused.is(429, "backlog_full").header("Retry-After")).isEqualTo("300");
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void acceptsOrderAfterAnotherHasEnded() {
    limit("max_open_orders", 1);
    String first = tenant.create(tenant.laterOrder());
    OrderBody next = tenant.laterOrder();
    String key = UUID.randomUUID().toString();
    tenant.api().create(next.json(), "Idempotency-Key", key).is(429, "backlog_full");

    tenant.api().cancel(first).is(200);

    ServiceResponse taken = tenant.api().create(next.json(), "Idempotency-Key", key).is(202);
    assertThat(taken.header("Idempotent-Replayed")).isNull();
  }

  @Test
  void rejectsOrderForTodayAboveDialQuota() {
    limit("max_dials_per_day", 2);
    tenant.create(todaysOrder());
    tenant.create(todaysOrder());

    ServiceResponse refused = tenant.api().create(todaysOrder().json());

    refused.is(429, "quota_exceeded");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 3600);
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void acceptsOrderForOtherDayWhenTodayIsFull() {
    limit("max_dials_per_day", 1);
    tenant.create(todaysOrder());
    tenant.create(tenant.laterOrder());

    tenant.api().create(tenant.laterOrder().json()).is(202);
    tenant.api().create(todaysOrder().json()).is(429, "quota_exceeded");
  }

  @Test
  void ordersForOtherDayDoNotCountToday() {
    limit("max_dials_per_day", 2);
    for (int i = 0; i < 3; i++) {
      tenant.create(tenant.laterOrder());
    }

    tenant.api().create(todaysOrder().json()).is(202);
  }

  @Test
  void countsDialsOfToday() {
    limit("max_dials_per_day", 1);
    tenant.awaitEnd(tenant.create(tenant.order("06")));

    tenant.api().create(todaysOrder().json()).is(429, "quota_exceeded");

    tenant.advanceClock(DAY);
    tenant.api().create(todaysOrder().json()).is(202);
  }

  /** An order scheduled for a later hour of this day. */
  private OrderBody todaysOrder() {
    return tenant
        .order("06")
        .set("/scheduling/window/not_before", tenant.now().plus(Duration.ofHours(2)));
  }

  private int orders() {
    return tenant.api().get("/v1/call-orders").is(200).rows().size();
  }

  private void limit(String quota, int max) {
    service.sql("UPDATE tenant SET " + quota + " = ? WHERE id = ?", max, tenant.uuid());
  }
}
