package eu.callorders.server.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reads and deletions of counts visit the hours that they are about. */
class HourlyCountQueryPlanTest {
  private static final UUID TENANT = UUID.fromString("00000000-0000-7000-8000-000000000001");
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Ten tenants and all together, 1,000 hours, two names of each kind. */
  private static final String COUNTS =
      """
      INSERT INTO hourly_count (tenant_id, hour, kind, name, count)
      SELECT CASE tenant WHEN 0 THEN '00000000-0000-0000-0000-000000000000'
                         WHEN 1 THEN $1 ELSE md5('tenant' || tenant)::uuid END,
             timestamptz '2026-01-01T00:00:00Z' + hour * interval '1 hour', kind, name, 1
        FROM generate_series(0, 10) AS tenant
       CROSS JOIN generate_series(0, 999) AS hour
       CROSS JOIN unnest(ARRAY['order', 'dial', 'delivery']) AS kind
       CROSS JOIN unnest(ARRAY['1', '2']) AS name
      """;

  @AutoClose
  private static final LargeTables tables =
      new LargeTables(TENANT, "hourly_count, hourly_count_queue", List.of(COUNTS));

  @Test
  void readsTheHoursOfOneTenant() {
    StepRange range =
        StepRange.covering(
            START.plus(Duration.ofHours(100)),
            START.plus(Duration.ofHours(120)),
            Duration.ofHours(1));

    String plan =
        tables.executedPlan(HourlyCountStore.READ, HourlyCountStore.parameters(TENANT, range));

    assertThat(plan)
        .containsPattern(
            "hourly_count_pkey on hourly_count [^\\n]*rows=120(\\.00)? loops=1"
                + "\\)\\s+Index Cond: \\(\\(tenant_id = .+ AND \\(hour >= .+ AND \\(hour <")
        .doesNotContain("Seq Scan on hourly_count ");
  }

  @Test
  void findsOldDeliveriesByTheirHour() {
    Tuple parameters = Tuple.of(RowMapper.time(START.plus(Duration.ofHours(1))), 100);

    assertThat(tables.workerPlan(HourlyCountStore.PURGE_DELIVERIES, parameters))
        .containsPattern("hourly_count_delivery_by_hour on hourly_count[^\\n]*\\s+Index Cond")
        .doesNotContain("Seq Scan");
  }
}
