package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class BulkOrdersTest {
  private static final int ORDERS = 1_000;
  private static final int THREADS = 8;

  private static final String EVENTS =
      "SELECT call_order_id, type FROM event WHERE tenant_id = $1 AND call_order_id IS NOT NULL"
          + " ORDER BY xid, seq";

  private static final String RESULTS =
      """
      SELECT o.id, o.status, o.attempt_count, r.result::text AS result,
             (SELECT count(*) FROM call_attempt a
               WHERE a.order_id = o.id AND a.attempt_number > 0) AS calls
        FROM call_order o
        LEFT JOIN call_order_result r ON r.order_id = o.id
       WHERE o.tenant_id = $1
      """;

  @Test
  void endWithTheResultOfTheirNumber() throws Exception {
    try (DialFixture fixture = new DialFixture().withLoops()) {
      TestTenant tenant = fixture.tenant();
      Map<UUID, MagicRow> expected = placed(tenant);

      tenant.advance(Duration.ofDays(4));

      List<Row> results = fixture.query(RESULTS, tenant.id());
      assertThat(results).hasSize(ORDERS);
      for (Row row : results) {
        MagicRow magic = expected.get(row.getUUID("id"));
        assertThat(result(row)).as(magic.toString()).isEqualTo(magic.result());
        assertThat(row.getInteger("attempt_count")).isEqualTo(magic.dispositions().size());
        assertThat(row.getLong("calls")).isEqualTo(magic.dispositions().size());
      }
      Map<UUID, List<String>> events = events(fixture, tenant);
      expected.forEach(
          (id, magic) -> assertThat(events.get(id)).as(magic.toString()).isIn(magic.eventOrders()));
    }
  }

  private static Map<UUID, MagicRow> placed(TestTenant tenant)
      throws InterruptedException, ExecutionException {
    MagicRow[] rows = MagicRow.values();
    Map<UUID, MagicRow> expected = new LinkedHashMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<UUID>> placed = new ArrayList<>();
      for (int place = 0; place < ORDERS; place++) {
        String phone = MagicLine.number(place / rows.length, rows[place % rows.length].digits());
        placed.add(threads.submit(() -> tenant.anOrder().toPhone(phone).place().id()));
      }
      for (int place = 0; place < ORDERS; place++) {
        expected.put(placed.get(place).get(), rows[place % rows.length]);
      }
    }
    return expected;
  }

  private static List<String> result(Row row) {
    JsonNode result = Json.parse(row.getString("result"));
    return List.of(
        row.getString("status"),
        result.path("summary_code").asText(),
        result.path("reachability").asText(),
        result.path("engagement").asText(),
        result.at("/termination/actor").asText(),
        result.at("/termination/reason").asText());
  }

  private static Map<UUID, List<String>> events(DialFixture fixture, TestTenant tenant) {
    Map<UUID, List<String>> events = new LinkedHashMap<>();
    for (Row row : fixture.query(EVENTS, tenant.id())) {
      events
          .computeIfAbsent(row.getUUID("call_order_id"), unused -> new ArrayList<>())
          .add(row.getString("type"));
    }
    return events;
  }
}
